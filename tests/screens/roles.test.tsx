import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { planNamed, profileWith, serve } from '../support/billing-examples'
import { memberMenu } from '../support/pages'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'

const links = async () => {
  const sidebar = await screen.findByRole('navigation', { name: 'Main' })
  return within(sidebar)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
}
const serveRole = (isAdmin: boolean) =>
  serve({ profile: { ...profileWith(planNamed('Growth')), is_organization_admin: isAdmin } })
const storedRole = () => localStorage.getItem('isOrganizationAdmin')

test('who was made an admin has the pages of admins, without a new sign-in', async () => {
  await signedInAs('member')
  serveRole(false)
  const { goTo, queryClient } = openApp('/dashboard/main')
  await waitFor(async () => expect(await links()).toEqual(memberMenu))
  const session = localStorage.getItem('refreshToken')
  serveRole(true)
  await act(() => queryClient.invalidateQueries({ queryKey: ['profile'] }))
  await screen.findByText('You are an admin of Acme Analytics now.')
  expect(await links()).toContain('Invite Team')
  expect(storedRole()).toBe('true')
  expect(localStorage.getItem('refreshToken')).toBe(session)
  await act(() => goTo('/dashboard/invite-team'))
  await screen.findByRole('heading', { name: 'Invite your team' })
})

test('who no longer is one sees no page of admins, and nothing that only admins may know', async () => {
  await signedInAs('admin')
  serveRole(true)
  serve({ activity: [] })
  const { queryClient } = openApp('/dashboard/subscription')
  await screen.findByRole('heading', { name: 'Subscription Activity' })
  serveRole(false)
  await act(() => queryClient.invalidateQueries({ queryKey: ['profile'] }))
  await screen.findByText('You are no longer an admin of Acme Analytics.')
  await screen.findByRole('heading', { name: 'Dashboard' })
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

test('who is refused as no admin asks for the profile, and leaves the page of admins', async () => {
  await signedInAs('admin')
  serveRole(true)
  const { goTo } = openApp('/dashboard/main')
  await waitFor(async () => expect(await links()).toContain('Invite Team'))
  serveRole(false)
  api.server.use(
    http.get('*/api/subscription-activity/', () => HttpResponse.json(null, { status: 403 })),
  )
  await act(() => goTo('/dashboard/subscription'))
  await screen.findByText('You are no longer an admin of Acme Analytics.')
  expect(await links()).toEqual(memberMenu)
})

test('a server that says nothing of roles leaves the one that signing in said', async () => {
  await signedInAs('admin')
  serve({ profile: profileWith(planNamed('Growth')), activity: [] })
  openApp('/dashboard/subscription')
  await screen.findByRole('heading', { name: 'Subscription Activity' })
  expect(storedRole()).toBe('true')
  expect(await links()).toContain('Invite Team')
})

test('a profile that comes when somebody else has signed in changes nobody’s role', async () => {
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
