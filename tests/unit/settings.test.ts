// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
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
  test.each([
    [undefined, []],
    ['', []],
    ['logout', ['logout']],
    ['invitation-proof, logout,', ['logout', 'invitation-proof']],
  ])('%j yields %j', (extensions, known) => {
    expect(readSettings(JSON.stringify({ extensions })).extensions).toEqual(known)
  })

  test('an unknown name is dropped and logged', () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(readSettings('{"extensions": "logout,time-travel"}').extensions).toEqual(['logout'])
    expect(log.mock.calls).toEqual([[expect.stringContaining('"time-travel"')]])
  })

  test.each([7, ['logout']])('%j is not a list of names', (extensions) => {
    expect(() => readSettings(JSON.stringify({ extensions }))).toThrow(
      'The setting "extensions" is wrong',
    )
  })
})
