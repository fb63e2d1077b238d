import { expect, test } from 'vitest'
import {
  appCodeOf,
  codeAt,
  newRecoveryCodes,
  newSecret,
  recoveryCodeHash,
  secretUri,
  stepOfCode,
} from '../../server/two-factor/one-time-codes'

/** The key of both RFCs' test vectors, '12345678901234567890'. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// RFC 6238, appendix B, SHA-1: the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_111, '050471'],
  [20_000_000_000, '353130'],
])('the code at second %i is %s, as RFC 6238 has it', (seconds, code) => {
  const at = new Date(seconds * 1000)
  expect(codeAt(secret, at)).toBe(code)
  expect(stepOfCode(code, secret, at)).toBe(Math.floor(seconds / 30))
})

test('a code is valid in its own step, the one before and the one after', () => {
  const at = (step: number) => new Date(step * 30_000 + 7_000)
  const code = codeAt(secret, at(1000))
  const steps = [998, 999, 1000, 1001, 1002].map((step) => stepOfCode(code, secret, at(step)))
  expect(steps).toEqual([null, 1000, 1000, 1000, null])
  expect(stepOfCode('000000', secret, at(1000))).toBeNull()
})

test('a new secret is 160 random bits, in an address that apps can read', () => {
  const [one, other] = [newSecret(), newSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(other)
  expect(secretUri(secret, 'Orglens & Co', 'ada+x@example.test')).toBe(
    `otpauth://totp/Orglens%20%26%20Co:ada%2Bx%40example.test?issuer=Orglens%20%26%20Co&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
})

test('there are ten different recovery codes, valid however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set([...codes, ...newRecoveryCodes()]).size).toBe(20)
  for (const code of codes)
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/)
  const hash = recoveryCodeHash('k1mq0x-vp9rtd-hwe4ab-cdefgh')
  expect(recoveryCodeHash(' KLMQOX vp9rtd “HWE4AB-CDEFGH.”\n')).toBe(hash)
  expect(recoveryCodeHash('kimqox-vp9rtd-hwe4ab-cdefgh')).toBe(hash)
  expect(recoveryCodeHash('k1mq0x-vp9rtd-hwe4ab-cdefgj')).not.toBe(hash)
})

test.each([
  ['123456', '123456'],
  [' 123 456\n', '123456'],
  ['"123-456".', '123456'],
  ['12345', null],
  ['1234567', null],
  ['k1mq0x-vp9rtd-hwe4ab-cdefgh', null],
])('%j is read as an app’s code: %j', (typed, code) => {
  expect(appCodeOf(typed)).toBe(code)
})
