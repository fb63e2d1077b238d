import { expect, test } from 'vitest'
import { requireContactNumber } from '../../server/profile/profile'
import {
  countryCodes,
  enteredNumber,
  formatContactNumber,
  parseContactNumber,
} from '../../src/profile/contact-number'

test.each([
  ['+44-20794609580', '+44', '20794609580'],
  ['', '+91', ''],
  [null, '+91', ''],
])('the form shows the stored number %j by its code and its digits', (stored, code, number) => {
  expect(parseContactNumber(stored)).toEqual({ code, number })
  expect(formatContactNumber({ code, number })).toBe(stored ?? '')
})

test.each([
  ['98765 43210', '+91', '+91-9876543210'],
  ['98765432101', '+44', '+44-98765432101'],
  ['98x76', '+91', '+91-9876'],
  ['९८७६५ ४३२१०', '+91', '+91-9876543210'],
  ['Mobile: +44 20 7946 0958', '+91', '+44-2079460958'],
  ['+44 20 7946 09581', '+91', '+44-20794609581'],
])('%s after %s is read as %s', (text, code, expected) => {
  const entered = enteredNumber(text, code, countryCodes(code))
  expect(typeof entered === 'string' ? entered : formatContactNumber(entered)).toBe(expected)
})

test('too many digits, and a code that the list has not, are not taken', () => {
  const enter = (text: string) => enteredNumber(text, '+91', countryCodes('+91'))
  expect(enter('98765432109')).toBe(
    'Numbers with +91 have at most 10 digits, and this would have 11: nothing was changed.',
  )
  expect(enter('+49 30 1')).toBe('Choose a country code from the list: +1, +91, +44, +61.')
})

test.each([
  ['+91', 10],
  ['+44', 11],
])('for the server, a number with %s may have up to %i digits', (code, most) => {
  for (const digits of ['1', '0'.repeat(most)]) {
    expect(requireContactNumber(`${code}-${digits}`)).toBe(`${code}-${digits}`)
  }
  expect(() => requireContactNumber(`${code}-${'1'.repeat(most + 1)}`)).toThrow(
    `A number with ${code} may have at most ${most} digits.`,
  )
})

test.each([
  ...['9876543210', '+919876543210', '91-9876543210', '+91-', '+-9876543210', '+0-12345'],
  ...['+12345-1', '+91-98765 43210', '+91-9876-543210', '+91-٠١٢٣٤٥٦٧٨٩', '+91-9876543210\n'],
])('for the server, %j is no contact number, unlike an empty one', (contactNumber) => {
  expect(() => requireContactNumber(contactNumber)).toThrow(
    'A contact number is a country code, a hyphen and digits.',
  )
  expect([requireContactNumber(null), requireContactNumber('')]).toEqual([null, null])
})
