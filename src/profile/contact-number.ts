import { maxDigitsAfter, offeredCodes } from '../../contract/contact-number'
import { asciiDigits } from '../lib/ascii-digits'

/** A contact number in the form; on the wire a hyphen joins the two parts. */
export interface ContactNumber {
  /** The country code with its plus: `+91`. */
  code: string
  /** Digits only; empty means none. */
  number: string
}

const defaultCode = '+91'

/** @returns the codes to choose from; an unknown stored one comes first. */
export function countryCodes(stored: string): string[] {
  return offeredCodes.includes(stored) ? [...offeredCodes] : [stored, ...offeredCodes]
}

/** Parses a stored number; without a code it gets the default code. */
export function parseContactNumber(stored: string | null): ContactNumber {
  const [, code = defaultCode, rest = stored ?? ''] = /^(\+\d+)[-\s](.*)$/.exec(stored ?? '') ?? []
  return { code, number: digitsOf(rest) }
}

/** @returns the number for the wire; empty for none. */
export function formatContactNumber({ code, number }: ContactNumber): string {
  return number && `${code}-${number}`
}

/** The result of typing or pasting, for both fields. */
export interface EnteredNumber extends ContactNumber {
  /** The number field's new text: the number, or the beginning of a country code, with its plus. */
  text: string
  caret: number
  hasCode: boolean
  /** The correction made to the text, if it isn't obvious; null if there is none. */
  remark: string | null
}

interface EnteringOptions {
  code: string
  codes: readonly string[]
  /** The number before. It stays if the new one would be too long. */
  former: string
  /** Whether typing has ended, so that the beginning of a code won't become one. */
  isWhole?: boolean
}

/** Characters before an international number's digits, also a link's scheme and marks of direction. */
const internationalPrefix = /^(?:tel:)?[\s(\p{Cf}]*(\+|00)/u
/** Separators in numbers, dropped without notice. */
const dress = /[\s()./·\p{Pd}\p{Cf}]/gu

/** Codes in whose countries a number begins with 0, but not after the code. */
const codesWithTrunkZero = ['+91', '+44', '+61']
/** The largest number of digits after one of the offered codes, but for British numbers with their zero. */
const mostOfAll = 10

/**
 * Parses what typing or pasting has left in the number's field. A number that begins with `+` or `00` and
 * one of the codes selects that code; other characters than digits, of any script, are dropped, and so are
 * digits in front that the code stands for: `0`, or the code once more. Where the number would be too long,
 * it stays as it was.
 * @param entered the field's text.
 * @param caret the caret's position, right behind the inserted text.
 */
export function enteredNumber(
  entered: string,
  caret: number,
  { code, codes, former, isWhole = false }: EnteringOptions,
): EnteredNumber {
  const text = plain(entered)
  const before = digitsOf(entered.slice(0, caret))
  const behind = digitsOf(entered.slice(caret))
  const [start = '', prefix] = internationalPrefix.exec(text) ?? []
  const all = before + behind
  if (prefix === '+' && !isWhole && codes.some((known) => isBeginning(`+${before}`, known))) {
    const number = isTooLong(all, code) ? former : all
    return { code, number, text: entered, caret, hasCode: false, remark: null }
  }
  const zeros = prefix === '00' ? 2 : 0
  const digits = all.slice(zeros)
  const byLength = [...codes].sort(longestFirst)
  const found = prefix
    ? byLength.find((known) => `+${digits}`.startsWith(known))
    : isWhole && isTooLong(national(all, code), code)
      ? byLength.find((known) => isWholeNumber(all, known))
      : undefined
  const chosen = found ?? code
  const rest = found ? digits.slice(found.length - 1) : all
  const number = national(rest, chosen)
  if (isTooLong(number, chosen)) {
    return {
      code,
      number: former,
      text: former,
      caret: Math.max(0, former.length - behind.length),
      hasCode: Boolean(found),
      remark: [
        prefix && !found && 'Please choose the country code from the list.',
        `Numbers with ${chosen} have at most ${maxDigitsAfter(chosen)} digits, and this would have ${number.length}: nothing was changed.`,
      ]
        .filter(Boolean)
        .join(' '),
    }
  }
  const typed = found && prefix ? text.slice(start.length) : text
  return {
    code: chosen,
    number,
    text: number,
    caret: Math.max(0, number.length - behind.length),
    hasCode: Boolean(found),
    remark: remarkOn({
      code: chosen,
      isNew: chosen !== code,
      dropped: typed.replace(/\d/g, '').replace(dress, ''),
      front: rest.slice(0, rest.length - number.length),
    }),
  }
}

const isTooLong = (number: string, code: string) => number.length > maxDigitsAfter(code)

/** Returns the digits that follow a code: without a zero in front, or the code itself, if the number is too long with it. */
function national(digits: string, code: string): string {
  const own = code.slice(1)
  const number =
    isTooLong(withoutZero(digits, code), code) && digits.startsWith(own)
      ? digits.slice(own.length)
      : digits
  return withoutZero(number, code)
}

/** Two zeros begin an international number. */
const withoutZero = (digits: string, code: string) =>
  codesWithTrunkZero.includes(code) ? digits.replace(/^0(?=[1-9])/, '') : digits

/** Whether digits are a code and all of a number, for lack of a plus. */
const isWholeNumber = (digits: string, code: string) =>
  offeredCodes.includes(code) &&
  digits.startsWith(code.slice(1)) &&
  withoutZero(digits.slice(code.length - 1), code).length <= mostOfAll

interface Remarkable {
  code: string
  isNew: boolean
  dropped: string
  front: string
}

function remarkOn({ code, isNew, dropped, front }: Remarkable): string | null {
  const shown = dropped.length > 20 ? `${dropped.slice(0, 20)}…` : dropped
  const remarks = [
    isNew && `The country code is now ${code}.`,
    dropped.startsWith('+')
      ? 'Please choose the country code from the list: “+” was left out.'
      : dropped !== '' && `Digits only: “${shown}” was left out.`,
    front !== '' && `“${front}” in front was left out: ${code} stands for it.`,
  ]
  return remarks.filter(Boolean).join(' ') || null
}

const longestFirst = (one: string, other: string) => other.length - one.length

const isBeginning = (text: string, of: string) => text.length < of.length && of.startsWith(text)

/** Returns a text with ASCII digits, and an ASCII plus for the one of East Asian keyboards. */
function plain(text: string): string {
  return asciiDigits(text).replaceAll('＋', '+')
}

function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, '')
}
