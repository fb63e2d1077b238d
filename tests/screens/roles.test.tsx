import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { planNamed, profileWith, serve } from '../support/billing-examples'
import { memberMenu } from '../support/pages'
import { openApp, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { teamExample } from '../support/team-examples'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const links = async () => {
  const sidebar = await screen.findByRole('navigation', { name: 'Main' })
  return within(sidebar)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
}
const serveRole = (isAdmin: boolean) =>
  serve({ profile: { ...profileWith(planNamed('Growth')), is_organization_admin: isAdmin } })
const storedRole = () => localStorage.getItem('isOrganizationAdmin')

test('a new admin gets the admin pages without a new sign-in', async () => {
  await signedInAs('member')
  serveRole(false)
  const { goTo, queryClient } = openApp('/dashboard/main')
  await waitFor(async () => expect(await links()).toEqual(memberMenu))
  const session = localStorage.getItem('refreshToken')
  expect(screen.queryByText('Growth plan')).toBeNull()
  serveRole(true)
  await act(() => queryClient.invalidateQueries({ queryKey: ['profile'] }))
  await toasted('info', 'You are now an admin of Acme Analytics.')
  screen.getByText('Growth plan')
  expect(await links()).toContain('Invite Team')
  expect(storedRole()).toBe('true')
  expect(localStorage.getItem('refreshToken')).toBe(session)
  await act(() => goTo('/dashboard/invite-team'))
  await screen.findByRole('heading', { name: 'Invite your team' })
})

test('a former admin sees no admin page, and no admin data', async () => {
  await signedInAs('admin')
  serveRole(true)
  serve({ activity: [] })
  const { queryClient } = openApp('/dashboard/subscription')
  await screen.findByRole('heading', { name: 'Subscription Activity' })
  const cancel = await screen.findByRole('button', { name: 'Cancel' })
  act(() => cancel.focus())
  serveRole(false)
  await act(() => queryClient.invalidateQueries({ queryKey: ['profile'] }))
  await toasted('info', 'You are no longer an admin of Acme Analytics.')
  const heading = await screen.findByRole('heading', { name: 'Dashboard' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(screen.queryByRole('heading', { name: 'Subscription Activity' })).toBeNull()
  expect(await links()).toEqual(memberMenu)
  expect(storedRole()).toBe('false')
  await waitFor(() =>
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ).toEqual([['profile']]),
  )
})

test('a user refused as non-admin refetches the profile, and leaves the admin page', async () => {
  await signedInAs('admin')
  serveRole(true)
  const { goTo } = openApp('/dashboard/main')
  await waitFor(async () => expect(await links()).toContain('Invite Team'))
  serveRole(false)
  respond('getSubscriptionActivity', null, 403)
  await act(() => goTo('/dashboard/subscription'))
  await toasted('info', 'You are no longer an admin of Acme Analytics.')
  expect(await links()).toEqual(memberMenu)
})

test('a server without roles in the profile leaves the role of the sign-in', async () => {
  await signedInAs('admin')
  serve({ profile: profileWith(planNamed('Growth')), activity: [] })
  openApp('/dashboard/subscription')
  await screen.findByRole('heading', { name: 'Subscription Activity' })
  expect(storedRole()).toBe('true')
  expect(await links()).toContain('Invite Team')
})

test('a profile that arrives under another session changes nobody’s role', async () => {
  await signedInAs('admin')
  serveRole(true)
  const { queryClient } = openApp('/dashboard/main')
  await waitFor(async () => expect(await links()).toContain('Invite Team'))
  localStorage.setItem('refreshToken', 'of somebody else')
  await act(async () => {
    queryClient.setQueryData(['profile'], {
      ...profileWith(null),
      is_organization_admin: false,
    })
  })
  expect(storedRole()).toBe('true')
})

describe('who may leave', () => {
  const [self, ...others] = teamExample().members
  const [colleague] = others.filter((one) => !one.is_organization_admin)
  const [otherAdmin] = others.filter((one) => one.is_organization_admin)

  /** Opens the profile of an admin. @returns the button that leaves, and its explanation. */
  async function openProfile(members: unknown) {
    withSettings({ isOurServer: true })
    await signedInAs('admin')
    serveRole(true)
    const team = { ...teamExample(), members }
    respond('getTeam', team)
    const { queryClient } = openApp('/dashboard/profile?tab=account')
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Leave…' })
    await waitFor(() => expect(api.requests).toContain('GET /api/team/'))
    return { queryClient, team, button, text: () => button.closest('section')?.textContent }
  }

  test('an admin whose team can’t be read, who is told what may stand in the way', async () => {
    const { button, text } = await openProfile('not a list')
    expect(text()).toContain('If you are the only admin, make somebody else an admin first.')
    expect(button.getAttribute('aria-disabled')).toBeNull()
  })

  test('an admin beside another, who is named', async () => {
    const { button, text } = await openProfile([self, colleague, otherAdmin])
    await waitFor(() => expect(text()).toContain('Daniel Osei is an admin too, so you can leave.'))
    expect(button.getAttribute('aria-disabled')).toBeNull()
  })

  test('not the last admin, who is told what to do first', async () => {
    const { button, text } = await openProfile([self, colleague])
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    expect(text()).toContain('You are the only admin. Make somebody else an admin first.')
  })

  test('not the only person, who is told where to delete it', async () => {
    const { button, text } = await openProfile([self])
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    expect(text()).toContain('You are the only person here. To delete Acme Analytics, open ')
    const links = within(screen.getByRole('main')).getAllByRole('link', { name: 'Organisation' })
    expect(links.at(-1)?.getAttribute('href')).toBe('/dashboard/organisation#delete')
  })

  test('a member, for whom nobody asks for the team', async () => {
    withSettings({ isOurServer: true })
    await signedInAs('member')
    openApp('/dashboard/profile?tab=account')
    await screen.findByText('Deletes your account. Your organisation stays.')
    expect(api.requests.join()).not.toContain('/api/team/')
  })
})
