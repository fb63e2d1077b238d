import { describe, expect, test } from 'vitest'
import { requireContactNumber } from '../../server/profile/profile'
import {
  countryCodes,
  enteredNumber,
  formatContactNumber,
  parseContactNumber,
} from '../../src/profile/contact-number'

describe("the form's view of a stored number", () => {
  test.each([
    ['+44-20794609580', '+44', '20794609580'],
    ['', '+91', ''],
    [null, '+91', ''],
  ])('%j', (stored, code, number) => {
    expect(parseContactNumber(stored)).toEqual({ code, number })
  })
})

test('a number is sent with its code and a hyphen, an empty one as an empty text', () => {
  expect(formatContactNumber({ code: '+91', number: '9876543210' })).toBe('+91-9876543210')
  expect(formatContactNumber({ code: '+91', number: '' })).toBe('')
})

/** The caret is where `|` stands. */
function entered(text: string, code = '+91', former = '') {
  const options = { code, codes: countryCodes(code), former, isWhole: false }
  return enteredNumber(text.replace('|', ''), text.indexOf('|'), options)
}

describe('typing in the field', () => {
  test.each([
    ['98x|', '+91', '98|'],
    ['98765432101|', '+44', '98765432101|'],
    ['98x7|6543210', '+91', '987|6543210'],
    ['९८७६५ ४३२१०|', '+91', '9876543210|'],
    ['𝟗𝟖|𝟕', '+91', '98|7'],
    // Digits in front that the code stands for.
    ['09|', '+91', '9|'],
    ['07911 123456|', '+44', '7911123456|'],
    ['1-212-555-0123|', '+1', '2125550123|'],
    ['919876543210|', '+91', '9876543210|'],
    ['0 91 98765 43210|', '+91', '9876543210|'],
    ['(0)30 123456|', '+49', '30123456|'],
    ['0|', '+91', '0|'],
    ['01-212-555-0123|', '+1', '2125550123|'],
    ['01|', '+1', '01|'],
    // An extension isn't part of the number.
    ['7911 123456 ext. 3|', '+44', '7911123456|'],
  ])('%s and %s leaves %s', (text, code, expected) => {
    const { number, caret } = entered(text, code)
    expect(`${number.slice(0, caret)}|${number.slice(caret)}`).toBe(expected)
  })

  test.each([
    ['985|76543210', '+91', '9876543210', '98|76543210'],
    ['(98765) 432-10 99|', '+91', '12', '12|'],
    ['123456789012345|', '+49', '', '|'],
  ])('%s and %s is too long: %s stays', (text, code, former, expected) => {
    const { number, caret } = entered(text, code, former)
    expect(`${number.slice(0, caret)}|${number.slice(caret)}`).toBe(expected)
  })
})

describe('a number that begins with its country code', () => {
  test.each([
    ['+91 98765 43210|', '+91', '9876543210|'],
    ['+44 (0)20 7946 0958|', '+44', '2079460958|'],
    ['+91-91-9876543210|', '+91', '9876543210|'],
    ['0044 20 7946 0958|', '+44', '2079460958|'],
    // As Australians dial.
    ['0011 44 20 7946 0958|', '+44', '2079460958|'],
    ['tel:+919876543210|', '+91', '9876543210|'],
    ['Mobile: +91 98765 43210|', '+91', '9876543210|'],
    ['\u202a+91 98765 43210\u202c|', '+91', '9876543210|'],
    ['＋９１ ９８７６５|', '+91', '98765|'],
    // Typed, in front of what is there.
    ['+91|98765', '+91', '|98765'],
  ])('%s chooses %s and keeps %s', (text, code, left) => {
    const { number, caret, ...others } = entered(text, '+61')
    expect(others.code).toBe(code)
    expect(others.hasCode).toBe(true)
    expect(`${number.slice(0, caret)}|${number.slice(caret)}`).toBe(left)
  })

  test('may begin with 011 in North America, and never in India, where 011 is Delhi', () => {
    expect(entered('011 44 20 7946 0958|', '+1')).toMatchObject({
      code: '+44',
      number: '2079460958',
    })
    expect(entered('011 2345 6789|', '+91')).toMatchObject({ code: '+91', number: '1123456789' })
  })

  test('may have a code that only the profile has: of two that fit, the longer one', () => {
    expect(entered('+1242 555 0100|', '+1242')).toMatchObject({ code: '+1242', number: '5550100' })
    expect(entered('+1555 010 9999|', '+1242')).toMatchObject({ code: '+1', number: '5550109999' })
  })

  test('is refused if it is too long', () => {
    expect(entered('+91 98765 43210 99|', '+44', '7911123456')).toMatchObject({
      code: '+44',
      number: '7911123456',
      remark:
        'Numbers with +91 have at most 10 digits, and this would have 12: nothing was changed.',
    })
  })

  test.each([
    ['1-212-555-0123', '+1', '2125550123'],
    ['61 (0)412 345 678', '+61', '412345678'],
    ['91 98765 43210 9', '+91', ''],
    // India's own free numbers.
    ['1800 222 3344', '+91', ''],
  ])('may lack its plus when %s is pasted', (text, code, number) => {
    const options = { code: '+91', codes: countryCodes('+91'), former: '', isWhole: true }
    expect(enteredNumber(text, text.length, options)).toMatchObject({ code, number })
  })

  test('may lack its plus when it is typed, if no other country has such numbers', () => {
    expect(entered('12125550123|')).toMatchObject({ code: '+1', number: '2125550123' })
  })

  test.each(['+|', '+|9876543210', '00|'])('%s may become one and stays', (text) => {
    const { number, remark, code } = entered(text, '+61')
    const shown = text.replace('|', '').replace('00', '+')
    expect([number, remark, code]).toEqual([shown, null, '+61'])
  })

  test.each([
    ['+2|', '+2'],
    ['+49 30 123456|', '+4930123456'],
    ['0049 (0)151 23456789|', '+4915123456789'],
  ])('%s stays for the form to refuse, if its code isn’t in the list', (text, held) => {
    expect(entered(text)).toMatchObject({
      code: '+91',
      number: held,
      remark: 'Please begin with a country code of the list: +1, +91, +44, +61.',
    })
  })
})

describe('the note on a changed paste', () => {
  const most = 'Numbers with +91 have at most 10 digits, and this would have 1'
  test.each([
    ['98765 43210|', null],
    ['98.765/43\u2011210|', null],
    ['98a765|', 'Digits only: “a” was left out.'],
    ['98765432101|', `${most}1: nothing was changed.`],
    ['09876543210|', '“0” in front was left out: +91 stands for it.'],
    ['+44 20 7946 0958|', 'The country code is now +44.'],
    ['98765-43210 ext 5|', 'Digits only: “ext 5” was left out.'],
  ])('%s: %s', (text, remark) => {
    expect(entered(text).remark).toBe(remark)
  })
})

describe('the server', () => {
  test.each([
    ['+91', 10],
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
})
