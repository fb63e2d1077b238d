import type { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Profile } from '../../contract/profile'
import { profileExample } from '../support/examples'
import { fakeTime } from '../support/fake-time'
import { openApp, settled, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

/** Sends a frame nowhere. @returns a spy on its navigations. */
function spyOnReplace(frame: HTMLIFrameElement) {
  const location = frame.contentWindow?.location
  if (!location) throw new Error('The frame has no window')
  return vi.spyOn(location, 'replace').mockImplementation(() => {})
}

const name = 'Acme Analytics Overview'
const findFrame = () => screen.findByTitle<HTMLIFrameElement>(name)
const shownFrame = () => screen.getByTitle<HTMLIFrameElement>(name)
const openedAddress = (frame: HTMLIFrameElement) => frame.getAttribute('src')

beforeEach(() => signedInAs('admin'))

/** From here on the server answers a profile whose organisation is like this. */
function serveOrganization(organization: Partial<Profile['organization']>): void {
  serve(
    profileExample({
      organization: { org_iframe: '/sample-analytics/#theme=transparent', ...organization },
    }),
  )
}

function serve(profile: Profile | null | object): void {
  respond('getProfile', profile)
}

/** Fetches the profile again. */
async function fetchedAgain(queryClient: QueryClient): Promise<void> {
  await act(() => queryClient.invalidateQueries())
  await settled()
}

/** Frames never say that they have loaded. */
function holdFrames(): void {
  const hold = (event: Event) => event.stopImmediatePropagation()
  document.addEventListener('load', hold, true)
  onTestFinished(() => document.removeEventListener('load', hold, true))
}

test('a dashboard without a name has the organisation’s', async () => {
  serveOrganization({ org_metabase_name: null })
  openApp('/dashboard/main')
  await screen.findByRole('heading', { name: 'Acme Analytics' })
  expect(document.querySelector('iframe')?.title).toBe('Acme Analytics')
})

describe('the theme', () => {
  test('switching it navigates the frame without a reload', async () => {
    serveOrganization({})
    const { user } = openApp('/dashboard/main')
    const frame = await findFrame()
    const replace = spyOnReplace(frame)

    await user.click(screen.getByRole('button', { name: 'Switch to dark theme' }))
    expect(replace.mock.calls).toEqual([['http://localhost:3000/sample-analytics/#theme=night']])
    expect(localStorage.getItem('theme')).toBe('dark')
    const inTab = await screen.findByRole('link', { name: 'Open in a new tab' })
    expect(inTab.getAttribute('href')).toBe('/sample-analytics/#theme=night')
    expect(openedAddress(frame)).toBe('/sample-analytics/#theme=transparent')
    await user.click(screen.getByRole('button', { name: 'Switch to light theme' }))
    expect(replace).toHaveBeenLastCalledWith(
      'http://localhost:3000/sample-analytics/#theme=transparent',
    )
    expect(replace).toHaveBeenCalledTimes(2)
    expect(shownFrame()).toBe(frame)
    expect(openedAddress(frame)).toBe('/sample-analytics/#theme=transparent')
  })
})

describe('when the profile is refetched', () => {
  const signed = (token: string) => `https://bi.test/embed/dashboard/${token}#theme=transparent`
  const [earlier, later] = ['eyJhbGciOi.eyJleHAiOjE.c2ln-1', 'eyJhbGciOi.eyJleHAiOjI.c2ln_2']

  /** Opens one dashboard, then lets the server answer another address. */
  async function changedTo(next: Partial<Profile['organization']>) {
    serveOrganization({ org_iframe: signed(earlier) })
    const { queryClient } = openApp('/dashboard/main')
    const frame = await findFrame()
    serveOrganization(next)
    await fetchedAgain(queryClient)
    return frame
  }

  test('another token in the same link does not replace the frame', async () => {
    const frame = await changedTo({ org_iframe: signed(later) })
    expect(shownFrame()).toBe(frame)
    expect(openedAddress(frame)).toBe(signed(earlier))
  })

  test('another dashboard does replace it', async () => {
    const next = `https://bi.test/embed/question/${later}#theme=transparent`
    const frame = await changedTo({ org_iframe: next })
    expect(shownFrame()).not.toBe(frame)
    expect(openedAddress(shownFrame())).toBe(next)
  })
})

test('a note shows after 15 seconds of loading; the user can retry, and it shows again', async () => {
  const note = 'The dashboard is taking longer than usual'
  holdFrames()
  const time = fakeTime()
  openApp('/dashboard/main')
  await time.until(shownFrame)
  await act(() => time.pass(14_900))
  expect(screen.queryByText(note)).toBeNull()
  await act(() => time.pass(100))
  screen.getByText(note)
  const frame = shownFrame()
  const button = screen.getByRole('button', { name: 'Try again' })
  button.focus()
  fireEvent.click(button)
  expect(screen.queryByText(note)).toBeNull()
  expect(shownFrame()).not.toBe(frame)
  // The body contains it too.
  expect(document.activeElement).toBe(shownFrame().parentElement)
  await act(() => time.pass(15_000))
  screen.getByText(note)
})

describe('dashboards that can’t show', () => {
  // What may be framed: `tests/unit/frame-address.test.ts`.
  test('no frame opens an address that runs a script', async () => {
    serveOrganization({ org_iframe: 'javascript:alert(1)' })
    openApp('/dashboard/main')
    await screen.findByRole('heading', { name: 'This dashboard can’t be shown' })
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('an organisation without a dashboard shows an empty state, where admins invite', async () => {
    withSettings({ supportUrl: 'https://help.example/' })
    serveOrganization({ org_iframe: null })
    openApp('/dashboard/main')
    await screen.findByRole('heading', { name: 'No dashboard yet' })
    expect(document.querySelector('iframe')).toBeNull()
    const link = screen.getByRole('link', { name: 'Invite your team' })
    expect(link.getAttribute('href')).toBe('/dashboard/invite-team')
    // The footer has the other one.
    const help = screen.getByRole('link', { name: 'Contact support' })
    expect(help.getAttribute('href')).toBe('https://help.example/')
    screen.getByText('Once a dashboard is connected to your organisation, it will show here.')
  })

  test('its members are sent to an admin', async () => {
    await signedInAs('member')
    serveOrganization({ org_iframe: null })
    openApp('/dashboard/main')
    await screen.findByText(/ Ask an admin of Acme Analytics\.$/)
    expect(screen.queryByRole('link', { name: 'Invite your team' })).toBeNull()
  })
})

describe('without a profile', () => {
  const nothing = 'No profile data available.'
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })

  test('it says so, and a retry loads it', async () => {
    api.faults = { latency: 0, failures: { getProfile: 403 } }
    const { user } = openApp('/dashboard/main')
    await screen.findByRole('heading', { name: nothing })
    expect(console.error).toHaveBeenCalledWith('Failed to fetch profile data', expect.any(Error))
    expect(screen.queryByText('Loading Dashboard...')).toBeNull()

    api.faults = { latency: 0, failures: {} }
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await findFrame()
    expect(screen.queryByText(nothing)).toBeNull()
  })
})

test('the sample page loads in a browser with an odd language', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US@posix')
  document.body.innerHTML = '<main id="page"></main>'
  await import('../../standalone/sample-analytics/main')
  expect(document.querySelector('main > .tray')).not.toBeNull()
})
