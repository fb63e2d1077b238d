import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { fakeTime } from '../support/fake-time'
import { holdAnswer } from '../support/held-answer'
import { openApp, signedInAs } from '../support/render-app'
import { respond } from '../support/respond'
import { api } from '../support/test-api'
import { toasted } from '../support/toasts'
import { withSettings } from '../support/with-settings'

const expired = 'Your session has expired. Please sign in again.'
const findDashboard = () => screen.findByTitle('Acme Analytics Overview')
const storedSession = () =>
  ['accessToken', 'refreshToken', 'isOrganizationAdmin'].map((key) => localStorage.getItem(key))

beforeEach(() => signedInAs('admin'))

/** Another tab writes to the storage they share; null removes, as it does in `StorageEvent`. */
function inAnotherTab(key: string, newValue: string | null): void {
  const oldValue = localStorage.getItem(key)
  if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
}

describe('a rejected refresh token', () => {
  test('ends the session, with a message, at the sign-in', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    localStorage.setItem('accessToken', 'expired')
    localStorage.setItem('refreshToken', 'revoked')
    const { address, queryClient } = openApp('/dashboard/main?from=here')
    await screen.findByRole('heading', { name: 'Sign in' })
    await toasted('error', expired)
    expect(address()).toBe(
      `/signin?${new URLSearchParams({ redirect: '/dashboard/main?from=here' })}`,
    )
    expect(storedSession()).toEqual([null, null, null])
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    expect(log).toHaveBeenCalledWith('Token refresh failed', expect.any(Error))
    expect(api.requests).toEqual(['GET /api/profile/', 'POST /api/token/refresh/'])
  })
})

describe('a session whose account was deleted', () => {
  const text = 'You were removed from Acme, and your account was deleted.'

  function removed() {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    localStorage.setItem('accessToken', 'expired')
    respond('refreshToken', { error: text, message: text, code: 'account_deleted' }, 401)
  }

  test('ends with the reason, at the sign-in, for as long as that is open', async () => {
    withSettings({ isOurServer: true })
    removed()
    const time = fakeTime()
    openApp('/dashboard/main')
    await time.until(() => screen.getByRole('heading', { name: 'Sign in' }))
    await act(() => time.pass(60_000))
    expect(screen.getByRole('alert').textContent).toBe(text)
    expect(screen.queryByText(expired)).toBeNull()
    expect(storedSession()).toEqual([null, null, null])
    // Whoever comes next must not read it.
    expect(JSON.stringify({ ...localStorage })).not.toContain('removed')
  })
})

describe('a refresh that is refused too late', () => {
  async function refusedAfter(change: () => void) {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    api.faults = { latency: 0, failures: { refreshToken: 401 } }
    localStorage.setItem('accessToken', 'expired')
    const refuse = holdAnswer(calls.refreshToken)
    const app = openApp('/dashboard/main')
    await waitFor(() => expect(api.requests).toContain('POST /api/token/refresh/'))
    act(change)
    await refuse()
    await waitFor(() =>
      expect(console.error).toHaveBeenCalledWith('Token refresh failed', expect.any(Error)),
    )
    return app
  }

  test('leaves alone a session that another tab started meanwhile', async () => {
    await refusedAfter(() => {
      inAnotherTab('accessToken', 'of somebody else')
      inAnotherTab('refreshToken', 'of somebody else')
    })
    expect(storedSession()).toEqual(['of somebody else', 'of somebody else', 'true'])
    expect(screen.queryByText(expired)).toBeNull()
    expect(window.location.reload).toHaveBeenCalledOnce()
  })
})

describe('another tab', () => {
  test('logging out there logs out here, silently, and clears the screen', async () => {
    const { address, queryClient } = openApp('/dashboard/main')
    await findDashboard()
    act(() => inAnotherTab('accessToken', null))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(address()).toBe('/signin?redirect=%2Fdashboard%2Fmain')
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    expect(screen.queryByText(expired)).toBeNull()
    expect(api.requests).toEqual(['GET /api/profile/'])
  })

  test('signing in there while this tab leaves its session reloads this tab', async () => {
    const log = vi.spyOn(console, 'error')
    openApp('/dashboard/main')
    await findDashboard()
    act(() => {
      inAnotherTab('accessToken', null)
      localStorage.setItem('accessToken', 'of somebody else')
      localStorage.setItem('refreshToken', 'of somebody else')
    })
    await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce())
    // What those screens still asked for has not failed.
    expect(log).not.toHaveBeenCalled()
  })

  test.each([
    ['a refreshed token', 'accessToken', 'newer'],
    ['another role', 'isOrganizationAdmin', 'false'],
    ['what is no part of a session', 'sidebar', 'collapsed'],
  ])('%s from there changes nothing here', async (_what, key, value) => {
    const { address } = openApp('/dashboard/main')
    const dashboard = await findDashboard()
    await act(async () => inAnotherTab(key, value))
    expect(address()).toBe('/dashboard/main')
    expect(screen.getByTitle('Acme Analytics Overview')).toBe(dashboard)
    expect(window.location.reload).not.toHaveBeenCalled()
  })

  test('a page out of the back/forward cache is hidden until its session is known to be the same', async () => {
    openApp('/dashboard/main')
    await findDashboard()
    const { style } = document.documentElement
    const comeBack = () => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      return style.visibility
    }
    const menu = screen.getByRole('button', { name: 'Profile menu' })
    menu.focus()
    window.dispatchEvent(new Event('pagehide'))
    expect(style.visibility).toBe('hidden')
    menu.blur()
    expect(comeBack()).toBe('')
    expect(document.activeElement).toBe(menu)
    window.dispatchEvent(new Event('pagehide'))
    localStorage.setItem('refreshToken', 'of somebody else')
    expect(comeBack()).toBe('hidden')
    expect(window.location.reload).toHaveBeenCalledOnce()
  })

  test('signing in there as somebody else reloads this tab', async () => {
    openApp('/dashboard/main')
    await findDashboard()
    act(() => inAnotherTab('refreshToken', 'somebody-else'))
    expect(window.location.reload).toHaveBeenCalledOnce()
  })
})
