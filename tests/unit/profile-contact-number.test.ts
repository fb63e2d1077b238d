import { describe, expect, test } from 'vitest'
import {
  countryCodes,
  enteredNumber,
  formatContactNumber,
  parseContactNumber,
} from '../../src/profile/contact-number'

describe('the country codes on offer', () => {
  test("are the product's four", () => {
    expect(countryCodes('+91')).toEqual(['+1', '+91', '+44', '+61'])
  })

  test("include the profile's current one", () => {
    expect(countryCodes('+49')).toEqual(['+49', '+1', '+91', '+44', '+61'])
  })
})

describe("the form's view of a stored number", () => {
  test.each([
    ['+44-20794609580', '+44', '20794609580'],
    ['+49-1701234567', '+49', '1701234567'],
    ['+91-', '+91', ''],
    ['9876543210', '+91', '9876543210'],
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
function entered(text: string, code = '+91', isWhole = false) {
  const options = { code, codes: countryCodes(code), isWhole }
  return enteredNumber(text.replace('|', ''), text.indexOf('|'), options)
}

describe('typing in the field', () => {
  test.each([
    ['98|', '+91', '98|'],
    ['98x|', '+91', '98|'],
    ['9x|8', '+91', '9|8'],
    ['98765432101|', '+91', '9876543210|'],
    ['98765432101|', '+1', '9876543210|'],
    ['98765432101|', '+61', '9876543210|'],
    ['98765432101|', '+44', '98765432101|'],
    ['987654321012|', '+44', '98765432101|'],
    ['123456789012345|', '+49', '12345678901234|'],
    // A digit in a full number is refused, and keeps the others.
    ['98x7|6543210', '+91', '987|6543210'],
    ['985|76543210', '+91', '98|76543210'],
    // A paste loses its non-digits, and is cut.
    ['(98765) 432-10 99|', '+91', '9876543210|'],
    ['12 34 56 78 90|99', '+91', '12345678|99'],
  ])('%s and %s leaves %s', (text, code, expected) => {
    const { number, caret } = entered(text, code)
    expect(`${number.slice(0, caret)}|${number.slice(caret)}`).toBe(expected)
  })
})

describe('a number that begins with its country code', () => {
  test.each([
    ['+91 98765 43210|', '+91', '9876543210|'],
    ['+44 20 7946 0958|', '+44', '2079460958|'],
    ['+44 (0)20 7946 0958|', '+44', '02079460958|'],
    ['0044 20 7946 0958|', '+44', '2079460958|'],
    ['+1 (555) 010-9999|', '+1', '5550109999|'],
    [' (+61) 4 1234 5678|', '+61', '412345678|'],
    ['tel:+919876543210|', '+91', '9876543210|'],
    ['\u202a+91 98765 43210\u202c|', '+91', '9876543210|'],
    ['＋９１ ９８７６５|', '+91', '98765|'],
    ['+٩١ ٩٨٧٦٥|', '+91', '98765|'],
    // Typed, in front of what is there.
    ['+91|98765', '+91', '|98765'],
    ['+4|420794', '+44', '|20794'],
    ['0091|', '+91', '|'],
  ])('%s chooses %s and keeps %s', (text, code, left) => {
    const { number, caret, ...others } = entered(text, '+61', text.includes('+4|'))
    expect(others.code).toBe(code)
    expect(others.hasCode).toBe(true)
    expect(others.text).toBe(number)
    expect(`${number.slice(0, caret)}|${number.slice(caret)}`).toBe(left)
  })

  test('may have a code that only the profile has', () => {
    expect(entered('+49 170 1234567|', '+49')).toMatchObject({ code: '+49', number: '1701234567' })
    // Of two that fit, the longer one.
    expect(entered('+1242 555 0100|', '+1242')).toMatchObject({ code: '+1242', number: '5550100' })
    expect(entered('+1555 010 9999|', '+1242')).toMatchObject({ code: '+1', number: '5550109999' })
  })

  test("is cut to its country's maximum length", () => {
    expect(entered('+91 98765 43210 99|', '+44')).toMatchObject({
      number: '9876543210',
      remark:
        'The country code is now +91. Numbers with +91 have at most 10 digits, so the rest was left out.',
    })
  })

  test.each(['+|', '+9|', '+4|', '+|9876543210'])('%s may become one and stays', (text) => {
    const { text: held, remark, code } = entered(text, '+61')
    expect([held, remark, code]).toEqual([text.replace('|', ''), null, '+61'])
  })

  test.each(['+2|', '+98|', '+33 6 12 34 56 78|', '0033 6 12|', '98+91|'])(
    '%s doesn’t become one of the list',
    (text) => {
      const { code, hasCode, number } = entered(text, '+61')
      expect([code, hasCode]).toEqual(['+61', false])
      expect(number).toBe(text.replace(/\D/g, '').slice(0, 10))
    },
  )

  test('is never completed after input has ended', () => {
    expect(entered('+9|', '+61', true)).toMatchObject({ text: '9', code: '+61' })
    expect(entered('+|', '+61', true)).toMatchObject({ text: '', number: '' })
  })
})

describe('digits of any script', () => {
  test.each([
    ['९८७६५ ४३२१०|', '9876543210|'],
    ['٩٨٧٦٥٤٣٢١٠|', '9876543210|'],
    ['۹۸۷|۶۵', '987|65'],
    ['９８７６５|', '98765|'],
    ['𝟗𝟖|𝟕', '98|7'],
  ])('%s becomes %s', (text, expected) => {
    const { number, caret, remark } = entered(text)
    expect(`${number.slice(0, caret)}|${number.slice(caret)}`).toBe(expected)
    expect(remark).toBeNull()
  })

  test('are read in a stored number too', () => {
    expect(parseContactNumber('+91-٩٨٧')).toEqual({ code: '+91', number: '987' })
  })
})

describe('the note on a changed paste', () => {
  const fits = 'Numbers with +91 have at most 10 digits, so the rest was left out.'
  test.each([
    ['98765 43210|', null],
    ['(98765) 43-210|', null],
    ['98.765/43\u2011210|', null],
    ['+91 98765 43210|', null],
    ['98a765|', 'Digits only: “a” was left out.'],
    ['call me: 98765|', 'Digits only: “callme:” was left out.'],
    ['९८ x|', 'Digits only: “x” was left out.'],
    ['98765432101|', fits],
    ['9876543210 x12|', `Digits only: “x” was left out. ${fits}`],
    ['+44 20 7946 0958|', 'The country code is now +44.'],
    ['+33 6 12|', 'Please choose the country code from the list: “+” was left out.'],
    ['98765+|', 'Please choose the country code from the list: “+” was left out.'],
  ])('%s: %s', (text, remark) => {
    expect(entered(text).remark).toBe(remark)
  })

  test('quotes only the beginning of a long one', () => {
    expect(entered(`${'word'.repeat(50_000)}1|`).remark).toBe(
      'Digits only: “wordwordwordwordword…” was left out.',
    )
  })
})

test('reads an endless text in an instant', () => {
  for (const part of ['9', '+', ' ', '(', '+91', '٩', 'tel:', '\u202a']) {
    expect(entered(`${part.repeat(100_000)}|`).number.length).toBeLessThanOrEqual(14)
  }
})
