import { expect, test } from 'vitest'
import { requireContactNumber } from '../../server/profile/profile'

test.each([
  ['+91', 10],
  ['+1', 10],
  ['+61', 10],
  ['+44', 11],
  // Codes that the form doesn't know.
  ['+351', 14],
])('a number with %s may have up to %i digits', (code, most) => {
  for (const digits of ['1', '0'.repeat(most)]) {
    expect(requireContactNumber(`${code}-${digits}`)).toBe(`${code}-${digits}`)
  }
  expect(() => requireContactNumber(`${code}-${'1'.repeat(most + 1)}`)).toThrow(
    `A number with ${code} may have at most ${most} digits.`,
  )
})

test('an empty number is valid', () => {
  expect(requireContactNumber(null)).toBeNull()
  expect(requireContactNumber('')).toBeNull()
})

test.each([
  ...['9876543210', '+919876543210', '91-9876543210', '+91-', '+-9876543210', '+0-12345'],
  ...['+12345-1', '+91-98765 43210', '+91-9876-543210', '+91-٠١٢٣٤٥٦٧٨٩', ' +91-9876543210'],
  '+91-9876543210\n',
])('%j is not a contact number', (contactNumber) => {
  expect(() => requireContactNumber(contactNumber)).toThrow(
    'A contact number is a country code, a hyphen and digits.',
  )
})
