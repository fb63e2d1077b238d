// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import {
  endSessionOfEarlierBrowserRun,
  startSession,
  storedSession,
} from '../../src/api/stored-session'

const granted = { access: 'access', refresh: 'refresh', is_organization_admin: true }

/** Drops the browser's cookies without an expiry, as its end does. */
function endBrowser(): void {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  }
}

function restartBrowser(): void {
  endBrowser()
  endSessionOfEarlierBrowserRun()
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  endBrowser()
})

test('being signed in is having an access token, nothing else', () => {
  localStorage.setItem('refreshToken', 'refresh')
  localStorage.setItem('isOrganizationAdmin', 'true')
  expect(storedSession()).toBeNull()
  localStorage.setItem('accessToken', '')
  expect(storedSession()).toBeNull()
  localStorage.setItem('accessToken', 'access')
  expect(storedSession()).toMatchObject({ isAdmin: true })
})

test('where the browser blocks storage, nobody is signed in, and nothing fails', () => {
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new DOMException('blocked', 'SecurityError')
    },
  })
  expect(storedSession()).toBeNull()
  endSessionOfEarlierBrowserRun()
})

test.each([
  ['https://app.example.test/', true],
  ['http://localhost:3000/', false],
])('the cookie that marks a browser run is Secure if the app uses https: %s', (href, isSecure) => {
  const written: string[] = []
  vi.stubGlobal('location', new URL(href))
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void written.push(cookie))
  startSession(granted, false)
  vi.restoreAllMocks()
  const secure = isSecure ? '; secure' : ''
  expect(written).toEqual([`orglens-browser-run=1; path=/; samesite=strict${secure}`])
})

test('a session that is kept is three keys, and outlives the browser', () => {
  startSession(granted, true)
  const keys = { accessToken: 'access', refreshToken: 'refresh', isOrganizationAdmin: 'true' }
  expect({ ...localStorage }).toEqual(keys)
  expect(document.cookie).toBe('')
  restartBrowser()
  expect(storedSession()).toMatchObject({ isAdmin: true })
})

test("a session that isn't kept ends with the browser, also after a refresh of its access token", () => {
  for (const token of [granted.access, 'newer']) {
    startSession(granted, false)
    localStorage.setItem('accessToken', token)
    endSessionOfEarlierBrowserRun()
    expect(storedSession()).not.toBeNull()
    restartBrowser()
    expect(storedSession()).toBeNull()
    expect(localStorage.length).toBe(0)
  }
  // One that was stored by other means stays.
  startSession(granted, false)
  localStorage.setItem('refreshToken', 'another')
  restartBrowser()
  expect(storedSession()).not.toBeNull()
})
