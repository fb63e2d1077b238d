import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { demoAdmin } from '../../server/demo/demo'
import { ApiError } from '../../src/api/errors'
import {
  askBeforeLeaving,
  hasUnsavedText,
  keepDraft,
  readDraft,
} from '../../src/ui/forms/unsaved-text'
import { fakeTime } from '../support/fake-time'
import { openApp, signedInAs, toasted } from '../support/render-app'
import { holdAnswer, respond } from '../support/respond'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const expired = 'Your session has expired. Please sign in again.'
const findDashboard = () => screen.findByTitle('Acme Analytics Overview')
const storedSession = () =>
  ['accessToken', 'refreshToken', 'isOrganizationAdmin'].map((key) => localStorage.getItem(key))
const noSession = [null, null, null]

beforeEach(() => signedInAs('admin'))

function becomesSomebodyElses() {
  localStorage.setItem('accessToken', 'of somebody else')
  localStorage.setItem('refreshToken', 'of somebody else')
}

/** Another tab writes to the storage they share; null removes, as it does in `StorageEvent`. */
function inAnotherTab(key: string, newValue: string | null): void {
  const oldValue = localStorage.getItem(key)
  if (newValue === null) localStorage.removeItem(key)
  else localStorage.setItem(key, newValue)
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
}

describe('a refresh token that is refused', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    localStorage.setItem('accessToken', 'expired')
  })

  test('ends the session, with a message, at the sign-in', async () => {
    localStorage.setItem('refreshToken', 'revoked')
    const { address, queryClient } = openApp('/dashboard/main?from=here')
    await screen.findByRole('heading', { name: 'Sign in' })
    await toasted('error', expired)
    expect(address()).toBe(
      `/signin?${new URLSearchParams({ redirect: '/dashboard/main?from=here' })}`,
    )
    expect(storedSession()).toEqual(noSession)
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    expect(console.error).toHaveBeenCalledWith('Token refresh failed', expect.any(Error))
  })

  test('because the account was deleted says so, at the sign-in, for as long as that is open', async () => {
    withSettings({ isOurServer: true })
    const error = 'You were removed from Acme, and your account was deleted.'
    respond('refreshToken', { error, message: error, code: 'account_deleted' }, 401)
    const kept = vi.spyOn(localStorage, 'setItem')
    const time = fakeTime()
    openApp('/dashboard/main')
    await time.until(() => screen.getByRole('heading', { name: 'Sign in' }))
    // The browser's other tabs hear of it.
    expect(kept).toHaveBeenCalledWith('farewell', error)
    await act(() => time.pass(60_000))
    expect(screen.getByRole('alert').textContent).toBe(error)
    expect(screen.queryByText(expired)).toBeNull()
    expect(storedSession()).toEqual(noSession)
    // Whoever comes next must not read it.
    expect(JSON.stringify({ ...localStorage })).not.toContain('removed')
  })

  test('leaves alone a session that another tab started meanwhile', async () => {
    api.faults = { latency: 0, failures: { refreshToken: 401 } }
    const refuse = holdAnswer('refreshToken')
    openApp('/dashboard/main')
    await waitFor(() => expect(api.requests).toContain('POST /api/token/refresh/'))
    act(() => {
      inAnotherTab('accessToken', 'of somebody else')
      inAnotherTab('refreshToken', 'of somebody else')
    })
    await refuse()
    await waitFor(() =>
      expect(console.error).toHaveBeenCalledWith('Token refresh failed', expect.any(Error)),
    )
    expect(storedSession()).toEqual(['of somebody else', 'of somebody else', 'true'])
    expect(screen.queryByText(expired)).toBeNull()
    expect(window.location.reload).toHaveBeenCalledOnce()
  })
})

describe('another tab', () => {
  const clearStorage = () => {
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
  }
  test.each([
    ['logging out', () => inAnotherTab('accessToken', null)],
    ['clearing the storage', clearStorage],
  ])('%s there logs out here, silently, and clears the screen', async (_what, leave) => {
    const { address, queryClient } = openApp('/dashboard/main')
    await findDashboard()
    act(leave)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(address()).toBe('/signin?redirect=%2Fdashboard%2Fmain')
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    expect(screen.queryByText(expired)).toBeNull()
  })

  test('hearing there that the account was deleted says so here, and no unsaved text holds it up or is lost', async () => {
    const { user } = openApp('/dashboard/profile')
    await user.type(await screen.findByLabelText('Full Name'), '!')
    const why = 'You were removed from Acme, and your account was deleted.'
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'farewell', newValue: why }))
      inAnotherTab('accessToken', null)
    })
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(screen.getByRole('alert').textContent).toBe(why)
    expect(readDraft('profile', demoAdmin.email)).toEqual({ full_name: 'Priya Sharma!' })
  })

  test('signing in there as somebody else reloads this tab; nothing else from there changes it', async () => {
    openApp('/dashboard/main')
    const dashboard = await findDashboard()
    for (const [key, value] of [
      ['accessToken', 'newer'],
      ['isOrganizationAdmin', 'false'],
      ['sidebar', 'collapsed'],
    ] as const) {
      await act(async () => inAnotherTab(key, value))
    }
    expect(screen.getByTitle('Acme Analytics Overview')).toBe(dashboard)
    expect(window.location.reload).not.toHaveBeenCalled()
    askBeforeLeaving(() => {}, undefined)
    act(() => inAnotherTab('refreshToken', 'of somebody else'))
    expect(window.location.reload).toHaveBeenCalledOnce()
    // The browser would ask, and the user might stay in a session that is over.
    expect(hasUnsavedText()).toBe(false)
  })

  test('signing out there and in again at once reloads this page', async () => {
    openApp('/dashboard/main')
    await findDashboard()
    act(() => inAnotherTab('accessToken', null))
    becomesSomebodyElses()
    await waitFor(() => expect(window.location.reload).toHaveBeenCalledOnce())
  })

  test('a page out of the back/forward cache is hidden until its session is known to be the same', async () => {
    openApp('/dashboard/main')
    await findDashboard()
    const { style } = document.documentElement
    const comeBack = () => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      return style.visibility
    }
    const focused = screen.getByRole('button', { name: 'Profile menu' })
    focused.focus()
    window.dispatchEvent(new Event('pagehide'))
    expect(style.visibility).toBe('hidden')
    focused.blur()
    expect(comeBack()).toBe('')
    expect(document.activeElement).toBe(focused)
    window.dispatchEvent(new Event('pagehide'))
    localStorage.setItem('refreshToken', 'of somebody else')
    expect(comeBack()).toBe('hidden')
    expect(window.location.reload).toHaveBeenCalledOnce()
  })
})

describe('logging out', () => {
  async function openMenu() {
    const app = openApp('/dashboard/main')
    await findDashboard()
    await app.user.click(screen.getByRole('button', { name: 'Profile menu' }))
    return { ...app, item: await screen.findByRole('menuitem', { name: 'Log Out' }) }
  }
  async function logOut() {
    const { item, ...app } = await openMenu()
    await app.user.click(item)
    return app
  }
  const gone = () => expect(vi.mocked(window.location.replace).mock.calls).toEqual([['/signin']])
  const sent = () => api.requests.filter((request) => request === 'POST /api/logout/')

  test('forgets the session and unsaved text, and reloads the sign-in', async () => {
    localStorage.setItem('theme', 'dark')
    sessionStorage.setItem('signedOutText', '{}')
    const emails = 'ada@example.test'
    keepDraft({ form: 'invitation', user: 'admin@acme.test', texts: { emails } })
    await logOut()
    expect(storedSession()).toEqual(noSession)
    expect(document.body.textContent).toBe('')
    await waitFor(gone)
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(readDraft('invitation', 'admin@acme.test')).toBeUndefined()
    expect(sessionStorage.getItem('signedOutText')).toBeNull()
    // A server that keeps the specification alone knows no such call.
    expect(sent()).toEqual([])
  })

  test('asks first about what is unsaved', async () => {
    const { user, item } = await openMenu()
    const ask = vi.fn()
    askBeforeLeaving(ask, undefined)
    await user.click(item)
    expect(ask).toHaveBeenCalledOnce()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'log out{Enter}')
    expect(ask).toHaveBeenCalledTimes(2)
    expect(storedSession()).not.toEqual(noSession)
  })

  test('if the site can’t be reached, leads to the sign-in in the app itself', async () => {
    api.server.use(http.head('*/signin', () => HttpResponse.error()))
    const { address, queryClient } = await logOut()
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(address()).toBe('/signin')
    expect(storedSession()).toEqual(noSession)
    expect(queryClient.getQueryCache().getAll()).toEqual([])
    expect(document.documentElement.style.visibility).toBe('')
  })

  describe('of a server that can end sessions', () => {
    beforeEach(() => withSettings({ isOurServer: true }))

    test('tells it, with nothing left of the session in the browser', async () => {
      const arrivals: unknown[] = []
      api.server.use(
        http.post('*/api/logout/', async ({ request }) => {
          const left = { stored: storedSession(), seen: document.body.textContent }
          const bearer = request.headers.get('authorization')
          arrivals.push({ ...left, bearer, body: await request.clone().json() })
        }),
      )
      const [, refresh] = storedSession()
      await logOut()
      await waitFor(gone)
      expect(arrivals).toEqual([{ stored: noSession, seen: '', bearer: null, body: { refresh } }])
    })

    test('waits for its answer for a second at most', async () => {
      const answer = holdAnswer('logout')
      const { item } = await openMenu()
      const time = fakeTime()
      fireEvent.click(item)
      await act(() => time.pass(950))
      expect(window.location.replace).not.toHaveBeenCalled()
      await act(() => time.pass(50))
      await time.until(gone)
      await answer()
    })

    test('logs a failure', async () => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      api.faults = { latency: 0, failures: { logout: 'network' } }
      await logOut()
      await waitFor(gone)
      expect(log.mock.calls).toEqual([['Logout failed', expect.any(ApiError)]])
      expect(storedSession()).toEqual(noSession)
    })

    test("doesn't end a session that another tab has just started", async () => {
      const { user, item } = await openMenu()
      becomesSomebodyElses()
      await user.click(item)
      gone()
      expect(storedSession()).toEqual(['of somebody else', 'of somebody else', 'true'])
      expect(sent()).toEqual([])
    })
  })
})
