import { createMemoryHistory } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createQueryClient } from '../../src/query-client'
import { createAppRouter } from '../../src/router'
import { navigationPath, visibleNavigation } from '../../src/shell/navigation/navigation'
import { documentTitle } from '../../src/shell/page'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'

/** Opens an address and waits until the app has arrived where it belongs. */
async function leadsTo(from: string, to: string) {
  const app = openApp(from)
  await waitFor(() => expect(app.address()).toBe(to))
  await screen.findByRole('heading', { level: 1 })
  expect(app.address()).toBe(to)
  return app
}

describe('signed out', () => {
  test.each([
    ['/', '/signin'],
    ['/some/where', '/signin'],
    ['/signin', '/signin'],
    ['/invite', '/signin'],
    ['/Invite', '/signin'],
    ['/reset-password', '/signin'],
    ['/confirm-address', '/signin'],
    ['/stop-report', '/signin'],
    ['/confirm-copy', '/signin'],
    ['/login', '/signin'],
    ['/logout', '/signin'],
    ['/Sign-in', '/signin'],
    ['/confirm-copy', '/signin'],
    ['/password', '/forgot-password', 'Forgot password'],
    ['/signup', '/register', 'Create an account'],
  ])('%s leads to %s', async (from, to, title = 'Sign in') => {
    await leadsTo(from, to)
    screen.getByRole('heading', { name: title })
    expect(api.requests).toEqual([])
  })

  test.each([
    ['/dashboard/main?sort=start_date&order=desc', '/dashboard/main?sort=start_date&order=desc'],
    ['/dashboard/nothing/here', '/dashboard/nothing/here'],
  ])('%s leads to the sign-in, which remembers it', async (from, remembered) => {
    const to = `/signin?${new URLSearchParams({ redirect: remembered })}`
    await leadsTo(from, to)
    screen.getByRole('heading', { name: 'Sign in' })
    expect(api.requests).toEqual([])
  })

  test.each([
    ['/password', '/forgot-password'],
    ['/sign-up', '/register'],
    ['/acme-analytics', '/orginisation/acme-analytics'],
    ['/2024', '/orginisation/2024'],
    ['/organisation', '/orginisation'],
    ['/organization', '/orginisation'],
    ['/organisation/acme-analytics', '/orginisation/acme-analytics'],
    ['/organization/acme-analytics/', '/orginisation/acme-analytics'],
  ])('%s leads to %s', async (from, to) => {
    const app = openApp(from)
    await waitFor(() => expect(app.address()).toBe(to))
  })
})

describe('signed in', () => {
  test.each([
    '/',
    '/signin',
    '/register?organization=Acme',
    '/organisation/acme-analytics',
    '/acme-analytics',
    '/some/where',
    '/dashboard/',
  ])('%s leads to the dashboard', async (from) => {
    await signedInAs('admin')
    await leadsTo(from, '/dashboard/default')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
    expect(screen.queryByText(/Log out first/)).toBeNull()
  })

  test.each(['/invite/a-token', '/reset-password/a-token', '/Invite/a-token'])(
    '%s leads to the dashboard and says to log out first',
    async (from) => {
      await signedInAs('admin')
      await leadsTo(from, '/dashboard/default')
      await toasted('info', 'You are signed in. Log out first to use this link.')
      expect(api.requests.filter((request) => /invite|reset/.test(request))).toEqual([])
    },
  )

  test.each([
    ['/dashboard/main', 'Dashboard'],
    ['/dashboard/invite-team/', 'Invite Team'],
    ['/dashboard/subscription', 'Your Subscribed Plan'],
  ])('an admin opens %s as %s', async (from, title) => {
    await signedInAs('admin')
    openApp(from)
    const heading = await screen.findByRole('heading', { level: 1 })
    expect(heading.textContent).toBe(title)
    expect(screen.queryByText('Unexpected Application Error!')).toBeNull()
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toBe(
      `Orglens / ${title}`,
    )
  })

  // The last three are pages of our own server.
  test.each([
    '/dashboard/nothing',
    '/dashboard/main/nothing',
    '/dashboard/audit-log',
    '/dashboard/organisation',
    '/dashboard/receipt/inv_1',
  ])('an admin at %s is told that there is no such page, and finds a way back', async (from) => {
    await signedInAs('admin')
    const { user, address } = openApp(from)
    await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
    await screen.findByText(/^404 Not Found\. /)
    await user.click(screen.getByRole('link', { name: 'Back to the dashboard' }))
    await waitFor(() => expect(address()).toBe('/dashboard/default'))
    expect(screen.queryByText('Unexpected Application Error!')).toBeNull()
  })
})

/** By the route tree itself: a page that is added there is held to the same. */
const pages = Object.values(
  createAppRouter(createQueryClient(), createMemoryHistory()).routesById,
).filter(({ children }) => children === undefined)

describe('every page has a title', () => {
  const shown = pages.filter(({ options }) => options.component !== undefined)

  test.each(shown.map((page) => [page.fullPath, page] as const))('%s', (_, { options }) => {
    expect(options.staticData?.title).toMatch(/\S/)
  })

  test('none hints at a page that a server doesn’t offer', () => {
    const [folder, page] = [
      { status: 'success', staticData: {} },
      { status: 'notFound', staticData: { title: 'Audit' } },
    ] as const
    expect(documentTitle([folder, page])).toBe('Page not found · Orglens')
  })
})

describe('the admin pages', () => {
  const signedIn = pages.filter(({ id }) => id.startsWith('/dashboard'))
  const isGuarded = ({ id }: { id: string }) => id.startsWith('/dashboard/_admin/')

  test("are all but those of the member's sidebar, and the redirect", () => {
    const open = signedIn.filter((page) => !isGuarded(page)).map(({ id }) => id as string)
    const listed = visibleNavigation(false, true).map(navigationPath)
    expect(open.sort()).toEqual(['/dashboard/', ...listed].sort())
  })

  test.each(signedIn.filter(isGuarded).map(({ fullPath }) => fullPath))(
    'at %s a member finds the main dashboard, and no loader of the page has run',
    async (path) => {
      await signedInAs('member')
      const asked = path.replace('$', 'some/where')
      const { user, address } = openApp(asked)
      await showsMainDashboard()
      expect(address()).toBe(asked)
      expect(api.requests).toEqual(['GET /api/profile/'])

      await user.click(screen.getByRole('link', { name: 'Profile' }))
      await screen.findByRole('form', { name: 'Update Profile' })
      expect(api.requests).toEqual(['GET /api/profile/'])
    },
  )
})

/** As the main dashboard has it: content, heading, breadcrumb, document title, sidebar. */
async function showsMainDashboard() {
  await screen.findByTitle('Acme Analytics Overview')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toBe(
    'Orglens / Dashboard',
  )
  await waitFor(() => expect(document.title).toBe('Dashboard · Orglens'))
  const current = within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map((link) => link.textContent)).toEqual(['Dashboard'])
}
