// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readStoredSession, sessionChangeOf } from '../../src/api/tokens'
import {
  currentSession,
  endSession,
  endSessionOfEarlierBrowserRun,
  startSession,
} from '../../src/session/session'

const granted = { access: 'access', refresh: 'refresh', is_organization_admin: true }

/** What ending the browser does to its cookies: those without an expiry are gone. */
function endBrowser(): void {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  endBrowser()
})

describe('being signed in', () => {
  test('is having an access token, nothing else', () => {
    expect(currentSession()).toBeNull()
    localStorage.setItem('refreshToken', 'refresh')
    localStorage.setItem('isOrganizationAdmin', 'true')
    expect(currentSession()).toBeNull()
    localStorage.setItem('accessToken', '')
    expect(currentSession()).toBeNull()
    localStorage.setItem('accessToken', 'access')
    expect(currentSession()).toEqual({ isAdmin: true })
  })

  test.each(['false', 'TRUE', '1', '', null])('with the admin flag %j one is a member', (flag) => {
    localStorage.setItem('accessToken', 'access')
    if (flag !== null) localStorage.setItem('isOrganizationAdmin', flag)
    expect(currentSession()).toEqual({ isAdmin: false })
  })

  test('is impossible where storage is blocked', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    expect(readStoredSession()).toBeNull()
    expect(endSessionOfEarlierBrowserRun).not.toThrow()
  })
})

describe('a session that is kept', () => {
  test('is three keys, and outlives the browser', () => {
    startSession(granted, true)
    expect({ ...localStorage }).toEqual({
      accessToken: 'access',
      refreshToken: 'refresh',
      isOrganizationAdmin: 'true',
    })
    expect(document.cookie).toBe('')
    endBrowser()
    endSessionOfEarlierBrowserRun()
    expect(currentSession()).toEqual({ isAdmin: true })
  })
})

describe('a session that is not to be kept', () => {
  test('survives a reload', () => {
    startSession(granted, false)
    endSessionOfEarlierBrowserRun()
    expect(currentSession()).toEqual({ isAdmin: true })
  })

  test('ends with the browser, and leaves nothing behind', () => {
    startSession(granted, false)
    endBrowser()
    endSessionOfEarlierBrowserRun()
    expect(currentSession()).toBeNull()
    expect(localStorage.length).toBe(0)
  })

  test('ends with the browser after its access token was refreshed, too', () => {
    startSession(granted, false)
    localStorage.setItem('accessToken', 'newer')
    endBrowser()
    endSessionOfEarlierBrowserRun()
    expect(currentSession()).toBeNull()
  })

  test('gives way to one that is kept', () => {
    startSession(granted, false)
    startSession({ ...granted, refresh: 'second' }, true)
    expect(localStorage.getItem('sessionNotKept')).toBeNull()
    endBrowser()
    endSessionOfEarlierBrowserRun()
    expect(currentSession()).not.toBeNull()
  })

  test('says nothing about tokens that come from elsewhere', () => {
    startSession(granted, false)
    localStorage.setItem('accessToken', 'other')
    localStorage.setItem('refreshToken', 'other refresh')
    endBrowser()
    endSessionOfEarlierBrowserRun()
    expect(currentSession()).not.toBeNull()
  })

  test('a cookie of a similar name does not keep it', () => {
    startSession(granted, false)
    endBrowser()
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
    document.cookie = 'not-orglens-browser-run=1; path=/'
    endSessionOfEarlierBrowserRun()
    expect(currentSession()).toBeNull()
  })
})

test('tokens without any mark are left alone at the start', () => {
  localStorage.setItem('accessToken', 'access')
  endSessionOfEarlierBrowserRun()
  expect(currentSession()).not.toBeNull()
})

test('ending a session removes all of it and nothing else', () => {
  localStorage.setItem('theme', 'dark')
  startSession(granted, false)
  endSession()
  expect({ ...localStorage }).toEqual({ theme: 'dark' })
})

describe('what a change in another tab means', () => {
  test.each([
    ['the access token is gone', 'accessToken', 'old', null, 'signed-out'],
    ['all of storage is gone', null, null, null, 'signed-out'],
    ['another refresh token', 'refreshToken', 'old', 'new', 'other-session'],
    ['a first refresh token', 'refreshToken', null, 'new', null],
    ['the refresh token is gone', 'refreshToken', 'old', null, null],
    ['a refreshed access token', 'accessToken', 'old', 'new', null],
    ['a first access token', 'accessToken', null, 'new', null],
    ['another admin flag', 'isOrganizationAdmin', 'true', 'false', null],
    ['another theme', 'theme', 'light', 'dark', null],
  ])('%s', (_, key, oldValue, newValue, meaning) => {
    expect(sessionChangeOf(new StorageEvent('storage', { key, oldValue, newValue }))).toBe(meaning)
  })
})
