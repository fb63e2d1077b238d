import { maxDigitsAfter, offeredCodes } from '../../contract/contact-number'
import { asciiDigits } from '../lib/ascii-digits'

/** A contact number in the form; on the wire a hyphen joins the two parts. */
export interface ContactNumber {
  /** The country code with its plus: `+91`. */
  code: string
  /** Digits; empty means none. A text that isn't a number yet has a plus, too, and the form refuses it. */
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
  caret: number
  hasCode: boolean
  /** The correction made to the text, if it isn't obvious; null if there is none. */
  remark: string | null
}

/** Returns the refusal of a number whose country code isn't among `codes`. */
export const unknownCodeText = (codes: readonly string[] = offeredCodes) =>
  `Please begin with a country code of the list: ${codes.join(', ')}.`

interface EnteringOptions {
  code: string
  codes: readonly string[]
  /** The number before. It stays if the new one would be too long. */
  former: string
  /** Whether typing has ended, so that the beginning of a code won't become one. */
  isWhole?: boolean
}

/** Everything before an international number's digits, also a word or a link's scheme. No country has the code 11. */
const internationalPrefix = /^\D*(\+|00(?:11)?)/
/** Separators in numbers, dropped without notice. */
const separators = /[\s()./·\p{Pd}\p{Cf}]/gu

/** Codes in whose countries a number may be written with a 0 in front, which isn't part of it. */
const codesWithTrunkZero = ['+91', '+44', '+61', '+1']

/**
 * Parses what typing or pasting has left in the number's field. A number that begins with `+` or `00` and
 * one of the codes selects that code; with another code it stays as it is. Characters other than digits, of any script, are
 * dropped, and so are digits in front that the code stands for: `0`, `(0)`, or the code once more. Where the number would be
 * too long, it stays as it was.
 * @param typed the field's text.
 * @param caret the caret's position, right behind the inserted text.
 */
export function enteredNumber(
  typed: string,
  caret: number,
  { code, codes, former, isWhole = false }: EnteringOptions,
): EnteredNumber {
  // East Asian keyboards have a plus of their own.
  const text = asciiDigits(typed).replaceAll('＋', '+')
  const before = digitsOf(typed.slice(0, caret))
  const behind = digitsOf(typed.slice(caret))
  const [start = '', prefix = ''] = internationalPrefix.exec(text) ?? []
  const zeros = digitsOf(prefix).length
  const digits = `+${(before + behind).slice(zeros)}`
  const begun = `+${before.slice(zeros)}`
  const isBegun = !isWhole && codes.some((known) => known !== begun && known.startsWith(begun))
  const [found] = codes
    .filter((known) => digits.startsWith(known))
    .sort((one, other) => other.length - one.length)
  if (prefix && (isBegun || !found)) {
    const remark = isBegun ? null : unknownCodeText(codes)
    return { code, number: digits, caret: begun.length, hasCode: false, remark }
  }
  const hasCode = prefix !== ''
  const chosen = (prefix && found) || code
  const rest = digits.slice(hasCode ? chosen.length : 1)
  const number = national(rest, chosen)
  if (isTooLong(number, chosen)) {
    return {
      code,
      number: former,
      caret: Math.max(0, former.length - behind.length),
      hasCode,
      remark: `Numbers with ${chosen} have at most ${maxDigitsAfter(chosen)} digits, and this would have ${number.length}: nothing was changed.`,
    }
  }
  const dropped = text.slice(start.length).replace(/\d/g, '').replace(separators, '')
  const shown = dropped.length > 20 ? `${dropped.slice(0, 20)}…` : dropped
  const front = rest.slice(0, rest.length - number.length)
  const remarks = [
    chosen !== code && `The country code is now ${chosen}.`,
    shown && `Digits only: “${shown}” was left out.`,
    front && `“${front}” in front was left out: ${chosen} stands for it.`,
  ]
  return {
    code: chosen,
    number,
    caret: Math.max(0, number.length - behind.length),
    hasCode,
    remark: remarks.filter(Boolean).join(' ') || null,
  }
}

const isTooLong = (number: string, code: string) => number.length > maxDigitsAfter(code)

/** Returns the digits that follow a code: without a zero in front, or the code itself, if the number is too long with it. */
function national(digits: string, code: string): string {
  const own = code.slice(1)
  const number = withoutZero(digits, code)
  const isRepeated = isTooLong(number, code) && number.startsWith(own)
  return isRepeated ? withoutZero(number.slice(own.length), code) : number
}

/** Two zeros begin an international number, and so may `01`. */
const withoutZero = (digits: string, code: string) =>
  codesWithTrunkZero.includes(code) ? digits.replace(/^0(?=[1-9])(?!1$)/, '') : digits

const digitsOf = (text: string) => asciiDigits(text).replace(/\(0\)|\D/g, '')
