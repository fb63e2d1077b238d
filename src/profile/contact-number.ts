import { maxDigitsAfter, offeredCodes } from '../../contract/contact-number'
import { asciiDigits } from '../lib/ascii-digits'

/** A contact number as the form edits it; on the wire a hyphen stands between the two. */
export interface ContactNumber {
  /** With its plus: `+91`. */
  code: string
  /** Digits only; empty means none. */
  number: string
}

const defaultCode = '+91'

/** @returns the codes to choose from; a stored one that isn't on offer comes first (D20). */
export function countryCodes(stored: string): string[] {
  return offeredCodes.includes(stored) ? [...offeredCodes] : [stored, ...offeredCodes]
}

/** Reads a stored number; none, or one without a code, gets the default code. */
export function parseContactNumber(stored: string | null): ContactNumber {
  const [, code = defaultCode, rest = stored ?? ''] = /^(\+\d+)[-\s](.*)$/.exec(stored ?? '') ?? []
  return { code, number: digitsOf(rest) }
}

/** @returns the number as it goes over the wire; empty for none (D20). */
export function formatContactNumber({ code, number }: ContactNumber): string {
  return number && `${code}-${number}`
}

/** What becomes of the two fields after typing or pasting. */
export interface EnteredNumber extends ContactNumber {
  /** What the number's field is to hold: the number, or what may become a country code, with its plus. */
  text: string
  /** Where the caret belongs in it. */
  caret: number
  /** Whether the country code stood in the text. */
  hasCode: boolean
  /** What was made of the text, where that doesn't show by itself; null: nothing to say. */
  remark: string | null
}

interface EnteringOptions {
  /** The code that is chosen. */
  code: string
  /** Those to choose from. */
  codes: readonly string[]
  /** Nothing more will be typed: what could have become a code won't. */
  isWhole?: boolean
}

/** What comes before an international number's digits; also a link's scheme, and marks of direction. */
const internationalPrefix = /^(?:tel:)?[\s(\p{Cf}]*(\+|00)/u
/** What numbers are written with besides digits: nobody misses it. */
const dress = /[\s()./·\p{Pd}\p{Cf}]/gu

/**
 * Reads what typing or pasting has left in the number's field. A number that begins with `+` or `00` and
 * one of the codes chooses that code; other things than digits, of any script, are dropped, and what was
 * put in is cut where the number would grow too long (D20, D60).
 * @param entered what the field holds now.
 * @param caret where the caret stands in it, right behind what was put in.
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
    return {
      code,
      number: cut(before, behind, code).number,
      text: entered,
      caret,
      hasCode: false,
      remark: null,
    }
  }
  const zeros = prefix === '00' ? 2 : 0
  const digits = (before + behind).slice(zeros)
  const found =
    prefix && [...codes].sort(longestFirst).find((known) => `+${digits}`.startsWith(known))
  // How many digits of the text are no part of the number.
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

/** Puts a number together, without what is too much of what was put in before the caret. */
function cut(before: string, behind: string, code: string) {
  const most = maxDigitsAfter(code)
  const kept = before.slice(0, Math.max(0, most - behind.length))
  return { number: (kept + behind).slice(0, most), caret: kept.length }
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
    isNew && `The country code is ${code} now.`,
    dropped.startsWith('+')
      ? 'Please choose the country code from the list: “+” was left out.'
      : dropped !== '' && `Only digits belong here: “${shown}” was left out.`,
    isCut &&
      `A number with ${code} has at most ${maxDigitsAfter(code)} digits: the rest was left out.`,
  ]
  return remarks.filter(Boolean).join(' ') || null
}

const longestFirst = (one: string, other: string) => other.length - one.length

const isBeginning = (text: string, of: string) => text.length < of.length && of.startsWith(text)

/** With ASCII digits, and the plus that East Asian keyboards write. */
function plain(text: string): string {
  return asciiDigits(text).replaceAll('＋', '+')
}

function digitsOf(text: string): string {
  return asciiDigits(text).replace(/\D/g, '')
}
