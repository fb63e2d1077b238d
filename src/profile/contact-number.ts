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
  /** Whether typing has ended, so that the beginning of a code won't become one. */
  isWhole?: boolean
}

/** Characters before an international number's digits, also a link's scheme and marks of direction. */
const internationalPrefix = /^(?:tel:)?[\s(\p{Cf}]*(\+|00)/u
/** Separators in numbers, dropped without notice. */
const dress = /[\s()./·\p{Pd}\p{Cf}]/gu

/**
 * Parses what typing or pasting has left in the number's field. A number that begins with `+` or `00` and
 * one of the codes selects that code; other characters than digits, of any script, are dropped, and the
 * inserted text is cut where the number would become too long.
 * @param entered the field's text.
 * @param caret the caret's position, right behind the inserted text.
 */
export function enteredNumber(
  entered: string,
  caret: number,
  { code, codes, isWhole = false }: EnteringOptions,
): EnteredNumber {
  const text = plain(entered)
  const before = digitsOf(entered.slice(0, caret))
  const behind = digitsOf(entered.slice(caret))
  const [start = '', prefix] = internationalPrefix.exec(text) ?? []
  if (prefix === '+' && !isWhole && codes.some((known) => isBeginning(`+${before}`, known))) {
    const { number } = cut(before, behind, code)
    return { code, number, text: entered, caret, hasCode: false, remark: null }
  }
  const zeros = prefix === '00' ? 2 : 0
  const digits = (before + behind).slice(zeros)
  const found =
    prefix && [...codes].sort(longestFirst).find((known) => `+${digits}`.startsWith(known))
  // The number of digits in the text that don't belong to the number.
  const used = found ? zeros + found.length - 1 : 0
  const chosen = found || code
  const result = cut(before.slice(used), behind.slice(Math.max(0, used - before.length)), chosen)
  const rest = found ? text.slice(start.length) : text
  return {
    code: chosen,
    ...result,
    text: result.number,
    hasCode: Boolean(found),
    remark: remarkOn({
      code: chosen,
      isNew: chosen !== code,
      dropped: rest.replace(/\d/g, '').replace(dress, ''),
      isCut: result.number.length < before.length + behind.length - used,
    }),
  }
}

/** Joins a number, cutting the text inserted before the caret if it is too long. */
function cut(before: string, behind: string, code: string) {
  const most = maxDigitsAfter(code)
  const start = before.slice(0, Math.max(0, most - behind.length))
  return { number: (start + behind).slice(0, most), caret: start.length }
}

interface Remarkable {
  code: string
  isNew: boolean
  dropped: string
  isCut: boolean
}

function remarkOn({ code, isNew, dropped, isCut }: Remarkable): string | null {
  const shown = dropped.length > 20 ? `${dropped.slice(0, 20)}…` : dropped
  const remarks = [
    isNew && `The country code is now ${code}.`,
    dropped.startsWith('+')
      ? 'Please choose the country code from the list: “+” was left out.'
      : dropped !== '' && `Digits only: “${shown}” was left out.`,
    isCut &&
      `Numbers with ${code} have at most ${maxDigitsAfter(code)} digits, so the rest was left out.`,
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
