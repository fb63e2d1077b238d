import type { FileRoutesById } from '../../src/routeTree.gen'
import { visibleNavigation } from '../../src/shell/navigation/navigation'

type RouteId = keyof FileRoutesById

/** Routes without a page of their own: layouts, redirects, not-found routes. */
type Passage = Extract<
  RouteId,
  | ('__root__' | '/_signed-out' | '/dashboard' | '/dashboard/_admin')
  | ('/' | '/$' | '/$orgSlug' | '/organisation/{-$orgSlug}' | '/organization/{-$orgSlug}')
  | ('/_signed-out/invite/$token' | '/dashboard/' | '/dashboard/_admin/$')
>

/**
 * Every page, by its route, and the heading that is there once everything else is: with answers such as
 * `tests/e2e/support/fixed-answers.ts` gives. A page without a line here is an error of types.
 */
const headings: Record<Exclude<RouteId, Passage>, string> = {
  '/_signed-out/signin': 'Sign in',
  '/_signed-out/register': 'Create an account',
  '/_signed-out/forgot-password': 'Forgot password',
  '/_signed-out/reset-password/$token': 'Reset password',
  '/_signed-out/orginisation/{-$orgSlug}': 'Your organization',
  '/confirm-address/$token': 'Is this your account?',
  '/stop-report/$token': 'Stop these emails?',
  '/confirm-copy/$token': 'Get copies of receipts?',
  '/dashboard/main': 'Acme Analytics Overview',
  '/dashboard/profile': 'Update Profile',
  '/dashboard/_admin/default': 'Subscription Activity',
  '/dashboard/_admin/pricing': 'Scale',
  '/dashboard/_admin/subscription': 'Receipts',
  '/dashboard/_admin/invite-team': 'Good to know',
  '/dashboard/_admin/organisation': 'Address',
  '/dashboard/_admin/audit-log': 'Activity',
  '/dashboard/_admin/receipt/$receiptId': 'Receipt',
}

interface Page {
  path: string
  /** The heading to wait for, as `getByRole('heading', { name: shows, exact: true })`. */
  shows: string
}

function pagesBelow(folder: string): readonly Page[] {
  return Object.entries(headings)
    .filter(([id]) => id.startsWith(`${folder}/`))
    .map(([id, shows]) => ({
      path: id
        .replace(/\/_[a-z-]+/, '')
        .replace('/{-$orgSlug}', '')
        .replace('$token', 'a-token')
        .replace('$receiptId', 'inv_00000000000001'),
      shows,
    }))
}

export const signedOutPages = pagesBelow('/_signed-out')

/** The pages of mailed links that signed-out and signed-in people open. */
export const linkedPages = ['/confirm-address', '/stop-report', '/confirm-copy'].flatMap(pagesBelow)

/** The tabs of the profile, without the first, which its address opens. */
const profileTabs: readonly Page[] = [
  { path: '/dashboard/profile?tab=security', shows: 'Two-factor authentication' },
  { path: '/dashboard/profile?tab=sessions', shows: 'Sessions' },
  { path: '/dashboard/profile?tab=reports', shows: 'Reports by email' },
  { path: '/dashboard/profile?tab=account', shows: 'Your data' },
]

/** Every signed-in page, the main dashboard first. The profile's tabs follow it. */
export const signedInPages = pagesBelow('/dashboard').flatMap((page) =>
  page.path === '/dashboard/profile' ? [page, ...profileTabs] : [page],
)

/** Those of them that admins alone have. */
export const adminPages = pagesBelow('/dashboard/_admin')

/** The screen for admins at an unknown address. */
export const noSuchPage: Page = {
  path: '/dashboard/no/such',
  shows: 'Unexpected Application Error!',
}

/** A member's sidebar, in order; `tests/screens/navigation.test.tsx` holds the names. */
export const memberMenu = visibleNavigation(false, true).map(({ name }) => name)
