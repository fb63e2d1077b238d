import { createFileRoute } from '@tanstack/react-router'
import { SignIn } from '../../src/account/SignIn'
import { isSameOriginPath } from '../../src/lib/same-origin-path'

interface SignInSearch {
  /** The signed-in address that was asked for, reopened after sign-in (D4). */
  redirect?: string
}

export const Route = createFileRoute('/_signed-out/signin')({
  validateSearch: (search: Record<string, unknown>): SignInSearch =>
    typeof search.redirect === 'string' && isSameOriginPath(search.redirect)
      ? { redirect: search.redirect }
      : {},
  component: SignInRoute,
})

function SignInRoute() {
  const { redirect = '/dashboard/default' } = Route.useSearch()
  return <SignIn destination={redirect} />
}
