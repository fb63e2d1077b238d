// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { readServerSettings } from '../../server/node/settings/settings'
import { readSettings } from '../../src/settings'

const defaults = {
  productName: 'Orglens',
  apiBaseUrl: '',
  termsUrl: '',
  privacyUrl: '',
  supportUrl: '',
}

test.each([null, '', '{}', '{"somethingElse": true}'])('%j keeps the defaults', (json) => {
  expect(readSettings(json)).toMatchObject(defaults)
})

test('the page’s settings apply', () => {
  const settings = {
    productName: 'Numbers',
    apiBaseUrl: 'https://api.test',
    termsUrl: 'https://acme.test/terms',
    privacyUrl: '/privacy',
    supportUrl: 'mailto:help@acme.test',
  }
  expect(readSettings(JSON.stringify(settings))).toMatchObject(settings)
})

describe('a wrong setting is named', () => {
  test.each([
    ['productName', ''],
    ['productName', 7],
    ['apiBaseUrl', 'https://api.test/'],
    ['apiBaseUrl', 'api.test'],
    ['apiBaseUrl', '/api'],
    ['termsUrl', 'javascript:alert(1)'],
    ['privacyUrl', '//elsewhere.test'],
    ['supportUrl', 'help@acme.test'],
    ['timeZone', '+05:30'],
    ['timeZone', ''],
  ])('%s: %j', (name, value) => {
    expect(() => readSettings(JSON.stringify({ [name]: value }))).toThrow(
      `The setting "${name}" is wrong`,
    )
  })
})

test("refuses text that isn't JSON", () => {
  expect(() => readSettings('{productName: Numbers}')).toThrow()
})

describe('extensions', () => {
  const none = { isOurServer: false, hasTwoFactor: false }
  const ours = { ...none, isOurServer: true }
  const all = { isOurServer: true, hasTwoFactor: true }

  test.each([
    [undefined, none],
    ['', none],
    ['orglens', ours],
    ['orglens,two-factor', all],
    ['two-factor', all],
    ['orglens, two-factor,', all],
  ])('%j yields %j', (extensions, offered) => {
    expect(readSettings(JSON.stringify({ extensions }))).toMatchObject(offered)
  })

  test.each([
    ['on', all],
    ['off', ours],
  ])('what our server says with TWO_FACTOR=%s yields %j', (TWO_FACTOR, offered) => {
    const { clientSettings } = readServerSettings({ TWO_FACTOR })
    expect(readSettings(JSON.stringify(clientSettings))).toMatchObject(offered)
  })

  test('an unknown name is dropped and logged', () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(readSettings('{"extensions": "time-travel"}')).toMatchObject(none)
    expect(log.mock.calls).toEqual([[expect.stringContaining('"time-travel"')]])
  })

  test.each([7, ['orglens']])('%j is not a list of names', (extensions) => {
    expect(() => readSettings(JSON.stringify({ extensions }))).toThrow(
      'The setting "extensions" is wrong',
    )
  })
})
