import { createFileRoute } from '@tanstack/react-router'
import { SignIn } from '../../src/auth/SignIn'
import { isSameOriginPath } from '../../src/lib/same-origin-path'

export const Route = createFileRoute('/_signed-out/signin')({
  // The signed-in address to open after sign-in (D4).
  // Named even if undefined: the router fills in omitted names from the address.
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string | undefined } => ({
    redirect: typeof redirect === 'string' && isSameOriginPath(redirect) ? redirect : undefined,
  }),
  staticData: { title: 'Sign in' },
  component: SignInRoute,
})

function SignInRoute() {
  const { redirect = '/dashboard/default' } = Route.useSearch()
  return <SignIn destination={redirect} />
}
