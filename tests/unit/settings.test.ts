// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { readSettings } from '../../src/settings'

test.each([null, '', '{}', '{"somethingElse": true}'])('%j keeps the defaults', (json) => {
  const urls = { apiBaseUrl: '', termsUrl: '', privacyUrl: '', supportUrl: '' }
  expect(readSettings(json)).toMatchObject({ productName: 'Orglens', ...urls })
})

test.each([
  ['productName', ''],
  ['apiBaseUrl', 'https://api.test/'],
  ['termsUrl', 'javascript:alert(1)'],
  ['privacyUrl', '//elsewhere.test'],
  ['supportUrl', 'help@acme.test'],
  ['mailboxUrl', 'https://elsewhere.test'],
  ['geolocationUrl', '//elsewhere.test'],
  ['checkoutScriptUrl', 'javascript:alert(1)'],
  ['subscriptionCurrency', 'EUR'],
  ['timeZone', '+05:30'],
])('the wrong setting %s is named: %j', (name, value) => {
  expect(() => readSettings(JSON.stringify({ [name]: value }))).toThrow(
    `The setting "${name}" is wrong`,
  )
})

test.each([
  ['productName', 'Acme’s numbers'],
  ['apiBaseUrl', 'https://api.test/under'],
  ['termsUrl', '/terms'],
  ['supportUrl', 'mailto:help@acme.test'],
  ['geolocationUrl', ''],
  ['mailboxUrl', '/dev/mailbox/'],
  ['checkoutScriptUrl', '/checkout.js'],
  ['subscriptionCurrency', 'INR'],
  ['timeZone', 'Etc/GMT+5'],
])('the setting %s may be %j', (name, value) => {
  expect(readSettings(JSON.stringify({ [name]: value }))).toHaveProperty(name, value)
})

const none = { isOurServer: false, hasTwoFactor: false }
const all = { isOurServer: true, hasTwoFactor: true }

test.each([
  [undefined, none],
  ['orglens', { ...none, isOurServer: true }],
  ['two-factor', all],
  ['orglens, two-factor,', all],
])('extensions %j yields %j', (extensions, offered) => {
  expect(readSettings(JSON.stringify({ extensions }))).toMatchObject(offered)
})

test('an unknown extension is dropped', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(readSettings('{"extensions": "time-travel"}')).toMatchObject(none)
})
