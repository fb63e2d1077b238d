// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSession, storedSession } from '../../src/api/stored-session'

/** What the boot script asks for; the call of a page's loader. */
const asked = vi.fn(async () => new Response('{}'))

/** Opens a page, whose boot script runs. @returns the states that it gives the page. */
async function boot(address = '/'): Promise<string[]> {
  history.replaceState(null, '', address)
  document.documentElement.className = ''
  const data = { member: ['/api/profile/'], admin: ['/api/profile/', '/api/team/'] }
  document.head.innerHTML = `<link id="font" media="none">
    <script type="application/json" id="start">{"calls":${JSON.stringify(data)}}</script>
    <script type="application/json" id="settings">{"apiBaseUrl":"https://api.test"}</script>`
  vi.resetModules()
  await import('../../src/boot/boot')
  return document.documentElement.className.split(' ')
}

function signIn(isAdmin: boolean, isKept = true): void {
  startSession({ access: 'a', refresh: 'r', is_organization_admin: isAdmin }, isKept)
}

beforeEach(() => void vi.stubGlobal('fetch', asked))
afterEach(() => {
  asked.mockClear()
  localStorage.clear()
  sessionStorage.clear()
  document.onsubmit = null
  window.earlyAnswers = undefined
})

test('a session that was to end with the browser is gone before anything reads it', async () => {
  signIn(true, false)
  expect(await boot()).toContain('boot-admin')
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API
  document.cookie = 'orglens-browser-run=; path=/; max-age=0'
  asked.mockClear()
  expect(await boot()).toContain('boot-nobody')
  expect(storedSession()).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

test.each([
  [true, 'boot-admin', ['https://api.test/api/profile/', 'https://api.test/api/team/']],
  [false, 'boot-member', ['https://api.test/api/profile/']],
])('who is signed in (an admin: %s) gets their page, and their calls are sent', async (...row) => {
  const [isAdmin, state, addresses] = row
  signIn(isAdmin)
  expect(await boot()).toContain(state)
  const headers = expect.objectContaining({ authorization: 'Bearer a' })
  expect(asked.mock.calls).toEqual(addresses.map((address) => [address, { headers }]))
})

test.each([
  ['dark', '/', () => localStorage.setItem('theme', 'dark')],
  ['boot-sidebar-collapsed', '/', () => localStorage.setItem('sidebar', 'collapsed')],
  ['boot-tab', '/dashboard/profile?tab=security', () => {}],
  ['boot-invited', '/register', () => sessionStorage.setItem('invitation', '{"refusal":{}}')],
  ['boot-invited', '/register?organization=Acme', () => {}],
  ['boot-cached', '/', () => localStorage.setItem('font', 'cached')],
])('the page is %s from the start where that was left or asked for', async (state, at, leave) => {
  expect(await boot()).not.toContain(state)
  leave()
  expect(await boot(at)).toContain(state)
})

test('a mailed link that ends with what ended its sentence is read without it', async () => {
  await boot('/invite/a-token).?from=mail#top')
  expect(location.pathname + location.search + location.hash).toBe('/invite/a-token?from=mail#top')
})
