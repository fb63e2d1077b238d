import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { ApiError } from '../../src/api/errors'
import { keepDraft, readDraft } from '../../src/ui/forms/unsaved-text'
import { fakeTime } from '../support/fake-time'
import { holdAnswer } from '../support/held-answer'
import { openApp, signedInAs } from '../support/render-app'
import { api } from '../support/test-api'
import { withSettings } from '../support/with-settings'

const storedSession = () =>
  ['accessToken', 'refreshToken', 'isOrganizationAdmin'].map((key) => localStorage.getItem(key))

beforeEach(() => signedInAs('admin'))

async function openMenu() {
  const app = openApp('/dashboard/main')
  await screen.findByTitle('Acme Analytics Overview')
  await app.user.click(screen.getByRole('button', { name: 'Profile menu' }))
  return { ...app, item: await screen.findByRole('menuitem', { name: 'Log Out' }) }
}

async function logOut() {
  const { item, ...app } = await openMenu()
  await app.user.click(item)
  return app
}

/** Notes what is left of the session as a call to end it arrives, and what that call brings. */
function noteLogout() {
  const arrivals: unknown[] = []
  api.server.use(
    http.post('*/api/logout/', async ({ request }) => {
      const left = { stored: storedSession(), seen: document.body.textContent }
      const bearer = request.headers.get('authorization')
      arrivals.push({ ...left, bearer, body: await request.clone().json() })
    }),
  )
  return arrivals
}

const gone = () => expect(vi.mocked(window.location.replace).mock.calls).toEqual([['/signin']])
const sent = () => api.requests.filter((request) => request === 'POST /api/logout/')

test('logging out forgets the session and unsaved text, and reloads the sign-in', async () => {
  localStorage.setItem('theme', 'dark')
  sessionStorage.setItem('signedOutText', '{}')
  keepDraft({ form: 'invitation', user: 'admin@acme.test', texts: { emails: 'ada@example.test' } })
  await logOut()
  expect(storedSession()).toEqual([null, null, null])
  expect(document.body.textContent).toBe('')
  await waitFor(gone)
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(readDraft('invitation', 'admin@acme.test')).toBeUndefined()
  expect(sessionStorage.getItem('signedOutText')).toBeNull()
  // A server that keeps the specification alone knows no such call.
  expect(sent()).toEqual([])
})

describe('with a server that can end sessions, logging out', () => {
  beforeEach(() => withSettings({ isOurServer: true }))

  test('tells it, with nothing left of the session in the browser', async () => {
    const arrivals = noteLogout()
    const [, refresh] = storedSession()
    await logOut()
    await waitFor(gone)
    const nothing = { stored: [null, null, null], seen: '', bearer: null }
    expect(arrivals).toEqual([{ ...nothing, body: { refresh } }])
  })

  test('lets the browser tell it when the page is gone', async () => {
    const outliving: string[] = []
    // happy-dom's requests forget what they were made with.
    class NotedRequest extends window.Request {
      constructor(to: string | URL | Request, made?: RequestInit) {
        super(to, made)
        if (made?.keepalive) outliving.push(new URL(this.url).pathname)
      }
    }
    vi.stubGlobal('Request', NotedRequest)
    onTestFinished(() => void vi.unstubAllGlobals())
    await logOut()
    await waitFor(gone)
    expect(outliving).toContain('/api/logout/')
  })

  test('waits for a second at most', async () => {
    const answer = holdAnswer(calls.logout)
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
    expect(storedSession()).toEqual([null, null, null])
  })

  test("doesn't end a session that another tab has just started", async () => {
    const { user, item } = await openMenu()
    localStorage.setItem('accessToken', 'of somebody else')
    localStorage.setItem('refreshToken', 'of somebody else')
    await user.click(item)
    gone()
    expect(storedSession()).toEqual(['of somebody else', 'of somebody else', 'true'])
    expect(sent()).toEqual([])
  })
})

test('if the site can’t be reached, logging out leads to the sign-in in the app itself', async () => {
  api.server.use(http.head('*/signin', () => HttpResponse.error()))
  const { address, queryClient } = await logOut()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(address()).toBe('/signin')
  expect(storedSession()).toEqual([null, null, null])
  expect(queryClient.getQueryCache().getAll()).toEqual([])
  expect(document.documentElement.style.visibility).toBe('')
  expect(window.location.replace).not.toHaveBeenCalled()
})
