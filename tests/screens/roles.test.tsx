import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { planNamed, profileWith, serve } from '../support/billing-examples'
import { memberMenu } from '../support/pages'
import { openAs, toasted } from '../support/render-app'

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
  serveRole(false)
  const { goTo, queryClient } = await openAs('member', '/dashboard/main')
  await waitFor(async () => expect(await links()).toEqual(memberMenu))
  expect(screen.queryByText('Growth plan')).toBeNull()
  serveRole(true)
  await act(() => queryClient.invalidateQueries({ queryKey: ['profile'] }))
  await toasted('info', 'You are now an admin of Acme Analytics.')
  screen.getByText('Growth plan')
  expect(await links()).toContain('Invite Team')
  expect(storedRole()).toBe('true')
  await act(() => goTo('/dashboard/invite-team'))
  await screen.findByRole('heading', { name: 'Invite your team' })
})

test('a former admin sees no admin page, and no admin data', async () => {
  serveRole(true)
  serve({ activity: [] })
  const { queryClient } = await openAs('admin', '/dashboard/subscription')
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

test('a server without roles in the profile leaves the role of the sign-in', async () => {
  serve({ profile: profileWith(planNamed('Growth')), activity: [] })
  await openAs('admin', '/dashboard/subscription')
  await screen.findByRole('heading', { name: 'Subscription Activity' })
  expect(storedRole()).toBe('true')
  expect(await links()).toContain('Invite Team')
})
