import { createMemoryHistory } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createQueryClient } from '../../src/query-client'
import { createAppRouter } from '../../src/router'
import { navigationPath, visibleNavigation } from '../../src/shell/navigation/navigation'
import { openAs, signedInAs, toasted } from '../support/render-app'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient, createMemoryHistory())

/** Opens an address without its screen, which Back leads away from. @returns the address that it leads to. */
async function redirected(from: string) {
  const before = router.history.length
  router.history.push(from)
  await router.load()
  expect(router.history.length).toBe(before + 1)
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  return router.state.location.href
}

afterEach(() => queryClient.clear())

describe('signed out', () => {
  const remembered = '/dashboard/main?sort=start_date&order=desc'
  test.each([
    ['/', '/signin'],
    ['/some/where', '/signin'],
    ['/Invite', '/signin'],
    ['/stop-report', '/signin'],
    ['/Sign-in', '/signin'],
    ['/password', '/forgot-password'],
    ['/sign-up', '/register'],
    ['/acme-analytics', '/orginisation/acme-analytics'],
    ['/2024', '/orginisation/2024'],
    ['/organisation', '/orginisation'],
    ['/organisation/acme-analytics', '/orginisation/acme-analytics'],
    ['/organization/acme-analytics/', '/orginisation/acme-analytics'],
    [remembered, `/signin?${new URLSearchParams({ redirect: remembered })}`],
    ['/register?organization=360', '/register?organization=360'],
    ['/dashboard/nothing/here', '/signin?redirect=%2Fdashboard%2Fnothing%2Fhere'],
  ])('%s leads to %s', async (from, to) => {
    expect(await redirected(from)).toBe(to)
    expect(api.requests.filter((request) => !request.includes('organisation_exist'))).toEqual([])
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
    expect(await redirected(from)).toBe('/dashboard/default')
  })

  test.each(['/invite/a-token', '/reset-password/a-token'])(
    '%s leads to the dashboard and says to log out first',
    async (from) => {
      const { address } = await openAs('admin', from)
      await toasted('info', 'You are signed in. Log out first to use this link.')
      expect(address()).toBe('/dashboard/default')
      expect(api.requests.filter((request) => /invite|reset/.test(request))).toEqual([])
    },
  )

  test('an admin opens pages by their addresses, with and without a slash at the end, is told that there is no such page, and finds a way back', async () => {
    const { user, address, goTo } = await openAs('admin', '/dashboard/main')
    for (const [path, title] of [
      ['/dashboard/main', 'Dashboard'],
      ['/dashboard/invite-team/', 'Invite Team'],
      ['/dashboard/subscription', 'Your Subscribed Plan'],
    ] as const) {
      await goTo(path)
      await screen.findByRole('heading', { level: 1, name: title })
      expect(screen.getByRole('navigation', { name: 'Breadcrumb' }).textContent).toBe(
        `Orglens / ${title}`,
      )
    }
    // The last is a page of our own server.
    for (const missing of ['/dashboard/nothing', '/dashboard/audit-log']) {
      await goTo('/dashboard/main')
      await screen.findByTitle('Acme Analytics Overview')
      await goTo(missing)
      await screen.findByRole('heading', { name: 'Unexpected Application Error!' })
      await screen.findByText(/^404 Not Found\. /)
      await waitFor(() => expect(document.title).toBe('Page not found · Orglens'))
    }
    await user.click(await screen.findByRole('link', { name: 'Back to the dashboard' }))
    await waitFor(() => expect(address()).toBe('/dashboard/default'))
    expect(screen.queryByText('Unexpected Application Error!')).toBeNull()
  })
})

/** By the route tree itself: a page that is added there is held to the same. */
const pages = Object.values(router.routesById).filter(({ children }) => children === undefined)

test('every page has a title', () => {
  const shown = pages.filter(({ options }) => options.component !== undefined)
  expect(shown.length).toBeGreaterThan(10)
  for (const { options, fullPath } of shown) {
    expect(options.staticData?.title, fullPath).toMatch(/\S/)
  }
})

test.each([
  ['/dashboard/pricing', 'radio', /^Yearly/],
  ['/dashboard/subscription', 'button', 'Plan Name'],
  ['/dashboard/audit-log', 'combobox', 'Kind of action'],
])('a choice at %s is in its address, and Back leads to the page before', async (...row) => {
  const [path, role, name] = row
  withSettings({ isOurServer: path.endsWith('audit-log') })
  const plan = { plan_name: 'Growth', status: false, upgrade_status: false, end_date: null }
  respond('getSubscriptionActivity', { data: [{ ...plan, start_date: '2026-10-12' }] })
  const { user, queryClient, address, goTo, goBack } = await openAs('admin', '/dashboard/main')
  await act(() => goTo(path))
  await screen.findByRole(role, { name })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const control = screen.getByRole(role, { name })
  await (role === 'combobox' ? user.selectOptions(control, 'Invited') : user.click(control))
  await waitFor(() => expect(address()).toContain(`${path}?`))
  act(goBack)
  await waitFor(() => expect(address()).toBe('/dashboard/main'))
})

describe('the admin pages', () => {
  const signedIn = pages.filter(({ id }) => id.startsWith('/dashboard'))
  const isGuarded = ({ id }: { id: string }) => id.startsWith('/dashboard/_admin/')

  test("are all but those of the member's sidebar, and the redirect", () => {
    const open = signedIn.filter((page) => !isGuarded(page)).map(({ id }) => id as string)
    const listed = visibleNavigation(false, true).map(navigationPath)
    expect(open.sort()).toEqual(['/dashboard/', ...listed].sort())
  })

  test('show a member the main dashboard in their place, and none of their loaders runs', async () => {
    const { address, goTo } = await openAs('member', '/dashboard/profile')
    await screen.findByRole('form', { name: 'Update Profile' })
    for (const { fullPath } of signedIn.filter(isGuarded)) {
      const path = fullPath.replace('$', 'some/where')
      await goTo(path)
      await screen.findByTitle('Acme Analytics Overview')
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dashboard')
      await waitFor(() => expect(document.title).toBe('Dashboard · Orglens'))
      expect(address()).toBe(path)
      await goTo('/dashboard/profile')
      await screen.findByRole('form', { name: 'Update Profile' })
    }
    expect(api.requests).toEqual(['GET /api/profile/'])
  })
})
