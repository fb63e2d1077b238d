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

/** Types a text whose caret is where `|` stands. @returns code and number, with the caret, and what is said about it. */
function entered(text: string, code: string, former = '', isWhole = false) {
  const options = { code, codes: countryCodes(code), former, isWhole }
  const read = enteredNumber(text.replace('|', ''), text.indexOf('|'), options)
  const { number, caret } = read
  return [`${read.code} ${number.slice(0, caret)}|${number.slice(caret)}`, read.remark]
}

const tooLong = (count: number) =>
  `Numbers with +91 have at most 10 digits, and this would have ${count}: nothing was changed.`
const zeroLeftOut = '“0” in front was left out: +91 stands for it.'

test.each([
  ['98765 43210|', '+91', '+91 9876543210|', null],
  ['98765432101|', '+44', '+44 98765432101|', null],
  ['98x7|6543210', '+91', '+91 987|6543210', 'Digits only: “x” was left out.'],
  ['९८७६५ ४३२१०|', '+91', '+91 9876543210|', null],
  // Digits in front that the code stands for.
  ['09876543210|', '+91', '+91 9876543210|', zeroLeftOut],
  ['0|', '+91', '+91 0|', null],
  // An extension isn't part of the number.
  ['98765-43210 ext 5|', '+91', '+91 9876543210|', 'Digits only: “ext 5” was left out.'],
  // Of two codes that fit, the longer one.
  ['+1242 555 0100|', '+1242', '+1242 5550100|', null],
  ['+1555 010 9999|', '+1242', '+1 5550109999|', 'The country code is now +1.'],
  ['+44 20 7946 0958|', '+91', '+44 2079460958|', 'The country code is now +44.'],
])('%s after %s leaves %s, and says %j', (text, code, ...expected) => {
  expect(entered(text, code)).toEqual(expected)
})

test.each([
  ['07911 123456|', '+44', '+44 7911123456|'],
  ['0 91 98765 43210|', '+91', '+91 9876543210|'],
  ['01-212-555-0123|', '+1', '+1 2125550123|'],
  ['+44 (0)20 7946 0958|', '+61', '+44 2079460958|'],
  ['+91-91-9876543210|', '+61', '+91 9876543210|'],
  // As Australians dial.
  ['0011 44 20 7946 0958|', '+61', '+44 2079460958|'],
  ['Mobile: +91 98765 43210|', '+61', '+91 9876543210|'],
  ['\u202a+91 98765 43210\u202c|', '+61', '+91 9876543210|'],
  // Typed, in front of what is there.
  ['+91|98765', '+61', '+91 |98765'],
  // As North Americans dial, and Delhi.
  ['011 44 20 7946 0958|', '+1', '+44 2079460958|'],
  ['011 2345 6789|', '+91', '+91 1123456789|'],
  // No other country has such numbers.
  ['12125550123|', '+91', '+1 2125550123|'],
  // They may become a code.
  ['+|9876543210', '+61', '+61 +|9876543210'],
  ['00|', '+61', '+61 +|'],
])('%s after %s is read as %s', (text, code, expected) => {
  expect(entered(text, code)[0]).toBe(expected)
})

test.each([
  ['985|76543210', '9876543210', '+91 98|76543210', tooLong(11)],
  ['(98765) 432-10 99|', '12', '+91 12|', tooLong(12)],
  ['+91 98765 43210 99|', '79', '+91 79|', tooLong(12)],
])('%s is too long, and %s stays', (text, former, ...expected) => {
  expect(entered(text, '+91', former)).toEqual(expected)
})

test.each([
  ['1-212-555-0123|', '+1 2125550123|'],
  ['61 (0)412 345 678|', '+61 412345678|'],
  // India's own free numbers.
  ['1800 222 3344|', '+91 |'],
])('pasted, %s may lack its plus, and is read as %s', (text, expected) => {
  expect(entered(text, '+91', '', true)[0]).toBe(expected)
})

test.each([
  ['+2|', '+91 +2|'],
  ['0049 (0)151 23456789|', '+91 +4915123456789|'],
])('%s stays for the form to refuse: its code isn’t in the list', (text, held) => {
  const remark = 'Please begin with a country code of the list: +1, +91, +44, +61.'
  expect(entered(text, '+91')).toEqual([held, remark])
})

test.each([
  ['+91', 10],
  ['+44', 11],
  // Codes that the form doesn't know.
  ['+351', 14],
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
