import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { calls } from '../../contract/calls'
import { longest } from '../../contract/text'
import { createApp } from '../../server/app/app'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { emailKey } from '../../server/people/email'
import { slugOf } from '../../server/people/slug'
import { textFields, withText } from '../support/conformance/text-fields'
import { demoServices } from '../support/demo-services'
import { requestTo } from '../support/request-to'

/** Shorter than what an attacker would send, so that a gap shows in seconds. */
const long = `ada@${'\u4e00\u0316\u0301.'.repeat(25_000)}`

afterEach(() => vi.restoreAllMocks())

/** Watches what may take longer than its text is long. @returns how long the longest text was. */
function watchDearFunctions(): () => number {
  let length = 0
  const note = (text: unknown) => {
    length = Math.max(length, String(text).length)
  }
  const { exec } = RegExp.prototype
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text) {
    note(text)
    return exec.call(this, text)
  })
  const { normalize, toLowerCase } = String.prototype
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    note(this)
    return this.length > 10_000 ? this.toString() : normalize.call(this, form)
  })
  vi.spyOn(String.prototype, 'toLowerCase').mockImplementation(function (this: string) {
    note(this)
    return toLowerCase.call(this)
  })
  const { canParse } = URL
  vi.spyOn(URL, 'canParse').mockImplementation((url, base) => {
    note(url)
    return String(url).length <= 10_000 && canParse(url, base)
  })
  const digest = crypto.subtle.digest.bind(crypto.subtle)
  vi.spyOn(crypto.subtle, 'digest').mockImplementation((algorithm, data) => {
    note('x'.repeat(data.byteLength))
    return digest(algorithm, data)
  })
  return () => length
}

describe('a call', () => {
  let services: Awaited<ReturnType<typeof demoServices>>['services']
  let app: ReturnType<typeof createApp>
  let token: string
  const credentials = { email: demoAdmin.email, password: demoPassword }

  beforeAll(async () => {
    const demo = await demoServices()
    services = demo.services
    app = createApp(services)
    const answer = await app.fetch(requestTo('/api/login/', { body: credentials }))
    token = (await answer.json()).access
  })

  afterAll(async () => {
    // All were refused, or the last ones were nobody's.
    expect((await app.fetch(requestTo('/api/profile/', { token }))).status).toBe(200)
  })

  test.each(textFields)('checks the length of $name of $call before using it', async (field) => {
    const hash = vi.spyOn(services.passwords, 'hash')
    const verify = vi.spyOn(services.passwords, 'verify')
    const { call, name } = field
    const body = withText(call, name, long)
    if (call === 'login' && name === 'password') Object.assign(body, { email: credentials.email })
    const { method, path } = calls[call]

    const longestText = watchDearFunctions()
    await app.fetch(requestTo(path, { method, body, token }))
    expect(longestText()).toBeLessThanOrEqual(longest.token)
    expect(longestText()).toBeGreaterThan(0)
    expect(hash).not.toHaveBeenCalled()
    expect(verify).not.toHaveBeenCalled()
  })
})

test('reads no more of an address than it may have', () => {
  const longestText = watchDearFunctions()
  expect(() => emailKey(long)).toThrow(RangeError)
  expect(longestText()).toBeLessThan(longest.token)
})

test('checks the length of an organisation’s name before normalising it', async () => {
  const longestText = watchDearFunctions()
  await expect(slugOf(long)).rejects.toThrow('at most 100 characters')
  expect(longestText()).toBeLessThan(longest.token)
})
