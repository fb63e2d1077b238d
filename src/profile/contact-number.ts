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
/** The same, as North Americans dial. Nothing of theirs begins with 0. */
const prefixOfNorthAmerica = /^\D*(\+|00(?:11)?|011)/
/** Separators in numbers, dropped without notice. */
const dress = /[\s()./·\p{Pd}\p{Cf}]/gu

/** An extension behind a number. */
const extension = /(?<=\d)[\s;,]*(?:ext[a-z]*|x|#)[.:=\s]*\d+\s*$/iu
/** A North American number with its code: neither area code nor exchange begins with 0 or 1, and India has 1800 and 1860, too. */
const northAmerican = /^1(?!8[06]0)[2-9]\d\d[2-9]\d{6}$/

/** Codes in whose countries a number may be written with a 0 in front, which isn't part of it. */
const codesWithTrunkZero = ['+91', '+44', '+61', '+1']
/** The largest number of digits after one of the offered codes, but for British numbers with their zero. */
const mostOfAll = 10

/**
 * Parses what typing or pasting has left in the number's field. A number that begins with `+` or `00` and
 * one of the codes selects that code; with another code it stays as it is. Characters other than digits, of any script, are
 * dropped, and so are an extension and digits in front that the code stands for: `0`, `(0)`, or the code once more. Where
 * the number would be too long, it stays as it was.
 * @param typed the field's text.
 * @param caret the caret's position, right behind the inserted text.
 */
export function enteredNumber(
  typed: string,
  caret: number,
  { code, codes, former, isWhole = false }: EnteringOptions,
): EnteredNumber {
  const entered = caret < typed.length ? typed : typed.replace(extension, '')
  const text = plain(entered)
  const before = digitsOf(entered.slice(0, caret))
  const behind = digitsOf(entered.slice(caret))
  const prefixes = code === '+1' ? prefixOfNorthAmerica : internationalPrefix
  const [start = '', prefix = ''] = prefixes.exec(text) ?? []
  const zeros = digitsOf(prefix).length
  const digits = (before + behind).slice(zeros)
  const begun = `+${before.slice(zeros)}`
  const isBegun = prefix && !isWhole && codes.some((known) => isBeginning(begun, known))
  const byLength = [...codes].sort(longestFirst)
  const found = prefix
    ? byLength.find((known) => `+${digits}`.startsWith(known))
    : isTooLong(national(digits, code), code)
      ? byLength.find((known) => isWholeNumber(digits, known, isWhole))
      : undefined
  if (isBegun || (prefix && !found)) {
    return {
      code,
      number: `+${digits}`,
      caret: begun.length,
      hasCode: false,
      remark: isBegun ? null : unknownCodeText(codes),
    }
  }
  const chosen = found ?? code
  const rest = found ? digits.slice(found.length - 1) : digits
  const number = national(rest, chosen)
  if (isTooLong(number, chosen)) {
    return {
      code,
      number: former,
      caret: Math.max(0, former.length - behind.length),
      hasCode: Boolean(found),
      remark: `Numbers with ${chosen} have at most ${maxDigitsAfter(chosen)} digits, and this would have ${number.length}: nothing was changed.`,
    }
  }
  const shown = found && prefix ? text.slice(start.length) : text
  return {
    code: chosen,
    number,
    caret: Math.max(0, number.length - behind.length),
    hasCode: Boolean(found),
    remark: remarkOn({
      code: chosen,
      isNew: chosen !== code,
      dropped: shown.replace(/\d/g, '').replace(dress, '') + typed.slice(entered.length).trim(),
      front: rest.slice(0, rest.length - number.length),
    }),
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

/** Whether digits are a code and all of a number, for lack of a plus. */
const isWholeNumber = (digits: string, code: string, isWhole: boolean) =>
  code === '+1'
    ? northAmerican.test(digits)
    : isWhole &&
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
    dropped !== '' && `Digits only: “${shown}” was left out.`,
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
  return asciiDigits(text).replace(/\(0\)|\D/g, '')
}
