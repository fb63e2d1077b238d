import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Profile } from '../../contract/profile'
import { profileExample } from '../support/examples'
import { fakeTime } from '../support/fake-time'
import { openApp, openAs, settled, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const name = 'Acme Analytics Overview'
const findFrame = () => screen.findByTitle<HTMLIFrameElement>(name)
const shownFrame = () => screen.getByTitle<HTMLIFrameElement>(name)
const openedAddress = (frame: HTMLIFrameElement) => frame.getAttribute('src')

beforeEach(() => signedInAs('admin'))

/** From here on the server answers a profile whose organisation is like this. */
function serveOrganization(changes: Partial<Profile['organization']>): void {
  const organization = { org_iframe: '/sample-analytics/#theme=transparent', ...changes }
  respond('getProfile', profileExample({ organization }))
}

test('a dashboard without a name has the organisation’s', async () => {
  serveOrganization({ org_metabase_name: null })
  openApp('/dashboard/main')
  await screen.findByRole('heading', { name: 'Acme Analytics' })
  expect(document.querySelector('iframe')?.title).toBe('Acme Analytics')
})

test('switching the theme navigates the frame without a reload', async () => {
  serveOrganization({})
  const { user } = openApp('/dashboard/main')
  const frame = await findFrame()
  const { location } = frame.contentWindow as Window
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
  await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }))
  expect(localStorage.getItem('theme')).toBe('dark')
  const inTab = await screen.findByRole('link', { name: 'Open in a new tab' })
  expect(inTab.getAttribute('href')).toBe('/sample-analytics/#theme=night')
  await user.click(screen.getByRole('button', { name: 'Switch to light theme' }))
  expect(replace.mock.calls).toEqual([
    ['http://localhost:3000/sample-analytics/#theme=night'],
    ['http://localhost:3000/sample-analytics/#theme=transparent'],
  ])
  expect(shownFrame()).toBe(frame)
  expect(openedAddress(frame)).toBe('/sample-analytics/#theme=transparent')
})

test('a refetched profile replaces the frame by another dashboard, but not by another token of the same', async () => {
  const [earlier, later] = ['eyJhbGciOi.eyJleHAiOjE.c2ln-1', 'eyJhbGciOi.eyJleHAiOjI.c2ln_2']
  const signed = (path: string) => `https://bi.test/embed/${path}#theme=transparent`
  serveOrganization({ org_iframe: signed(`dashboard/${earlier}`) })
  const { queryClient } = openApp('/dashboard/main')
  const frame = await findFrame()
  const changeTo = async (path: string) => {
    serveOrganization({ org_iframe: signed(path) })
    await act(() => queryClient.invalidateQueries())
    await settled()
  }
  await changeTo(`dashboard/${later}`)
  expect(shownFrame()).toBe(frame)
  expect(openedAddress(frame)).toBe(signed(`dashboard/${earlier}`))
  await changeTo(`question/${later}`)
  expect(shownFrame()).not.toBe(frame)
  expect(openedAddress(shownFrame())).toBe(signed(`question/${later}`))
})

test('a note shows after 15 seconds of loading, and the user can retry', async () => {
  const note = 'The dashboard is taking longer than usual'
  // Frames never say that they have loaded.
  const hold = (event: Event) => event.stopImmediatePropagation()
  document.addEventListener('load', hold, true)
  onTestFinished(() => document.removeEventListener('load', hold, true))
  const time = fakeTime()
  openApp('/dashboard/main')
  await time.until(shownFrame)
  await act(() => time.pass(14_900))
  expect(screen.queryByText(note)).toBeNull()
  await act(() => time.pass(100))
  screen.getByText(note)
  const frame = shownFrame()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.queryByText(note)).toBeNull()
  expect(shownFrame()).not.toBe(frame)
})

describe('dashboards that can’t show', () => {
  test('have no frame: one whose address runs a script, and none at all, where admins invite', async () => {
    withSettings({ supportUrl: 'https://help.example/' })
    // What may be framed: `tests/unit/frame-address.test.ts`.
    serveOrganization({ org_iframe: 'javascript:alert(1)' })
    const { queryClient } = openApp('/dashboard/main')
    await screen.findByRole('heading', { name: 'This dashboard can’t be shown' })
    expect(document.querySelector('iframe')).toBeNull()
    serveOrganization({ org_iframe: null })
    await act(() => queryClient.invalidateQueries())
    await screen.findByRole('heading', { name: 'No dashboard yet' })
    expect(document.querySelector('iframe')).toBeNull()
    const link = screen.getByRole('link', { name: 'Invite your team' })
    expect(link.getAttribute('href')).toBe('/dashboard/invite-team')
    // The footer has the other one.
    screen.getByRole('link', { name: 'Contact support' })
  })

  test('send members to an admin', async () => {
    serveOrganization({ org_iframe: null })
    await openAs('member', '/dashboard/main')
    await screen.findByText(/ Ask an admin of Acme Analytics\.$/)
    expect(screen.queryByRole('link', { name: 'Invite your team' })).toBeNull()
  })
})

test('without a profile it says so, and a retry loads it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  api.faults = { latency: 0, failures: { getProfile: 403 } }
  const { user } = openApp('/dashboard/main')
  await screen.findByRole('heading', { name: 'No profile data available.' })
  expect(console.error).toHaveBeenCalledWith('Failed to fetch profile data', expect.any(Error))
  api.faults = { latency: 0, failures: {} }
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await findFrame()
})
