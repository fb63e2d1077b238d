import { describe, expect, test } from 'vitest'
import {
  countryCodes,
  formatContactNumber,
  parseContactNumber,
  typedNumber,
} from '../../src/profile/contact-number'

describe('which country codes are on offer', () => {
  test('the four of the product', () => {
    expect(countryCodes('+91')).toEqual(['+1', '+91', '+44', '+61'])
  })

  test('and one that the profile has already', () => {
    expect(countryCodes('+49')).toEqual(['+49', '+1', '+91', '+44', '+61'])
  })
})

describe('what the form shows of a stored number', () => {
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

test('a number is sent with its code and a hyphen, none as an empty text', () => {
  expect(formatContactNumber({ code: '+91', number: '9876543210' })).toBe('+91-9876543210')
  expect(formatContactNumber({ code: '+91', number: '' })).toBe('')
})

describe('what typing leaves in the field', () => {
  /** The caret is where `|` stands. */
  function left(text: string, code: string): string {
    const { number, caret } = typedNumber(text.replace('|', ''), text.indexOf('|'), code)
    return `${number.slice(0, caret)}|${number.slice(caret)}`
  }

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
  ])('%s with %s becomes %s', (text, code, expected) => {
    expect(left(text, code)).toBe(expected)
  })

  test('a digit typed into a full number is refused, the others stay', () => {
    expect(left('98x7|6543210', '+91')).toBe('987|6543210')
    expect(left('985|76543210', '+91')).toBe('98|76543210')
  })

  test('pasted text loses what is no digit and is cut', () => {
    expect(left('(98765) 432-10 99|', '+91')).toBe('9876543210|')
    expect(left('12 34 56 78 90|99', '+91')).toBe('12345678|99')
  })
})
