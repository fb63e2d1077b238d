/**
 * The smallest sign-in page on this stack: React, router, query client and ky, and a form that is
 * in the HTML already. No product can be faster without leaving one of them.
 */
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import ky from 'ky'
import { createRoot } from 'react-dom/client'

function SignIn() {
  const signIn = useMutation({
    mutationFn: (data: FormData) =>
      ky.post('/api/login/', { json: Object.fromEntries(data) }).json(),
  })
  return (
    <>
      <h1>Sign in</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          signIn.mutate(new FormData(event.currentTarget))
        }}
      >
        <label>
          Email
          <input name="email" type="email" />
        </label>
        <label>
          Password
          <input name="password" type="password" />
        </label>
        <button type="submit">Sign In</button>
      </form>
    </>
  )
}

const rootRoute = createRootRoute({ component: Outlet })
const signInRoute = createRoute({ path: '/', getParentRoute: () => rootRoute, component: SignIn })
const router = createRouter({ routeTree: rootRoute.addChildren([signInRoute]) })

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
