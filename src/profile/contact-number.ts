/** A contact number as the form edits it; on the wire a hyphen stands between the two. */
export interface ContactNumber {
  /** With its plus: `+91`. */
  code: string
  /** Digits only; empty means none. */
  number: string
}

/**
 * The country codes on offer and the most digits that may follow each (specification, sections 5
 * and 9).
 */
const mostDigits = new Map([
  ['+1', 10],
  ['+91', 10],
  ['+44', 11],
  ['+61', 10],
])
const defaultCode = '+91'
/** After a code that isn't on offer (D20): E.164 allows 15 digits, the code's own included. */
const mostDigitsElsewhere = 14

/** @returns the codes to choose from; a stored one that isn't on offer comes first (D20). */
export function countryCodes(stored: string): string[] {
  const offered = [...mostDigits.keys()]
  return offered.includes(stored) ? offered : [stored, ...offered]
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

/**
 * What becomes of a number's field after typing or pasting: other things than digits are dropped,
 * and what was put in is cut where the number would grow too long (D20).
 * @param text what the field holds now.
 * @param caret where the caret stands in it, right behind what was put in.
 * @returns the number, and where the caret belongs in it.
 */
export function typedNumber(text: string, caret: number, code: string) {
  const most = mostDigits.get(code) ?? mostDigitsElsewhere
  const behind = digitsOf(text.slice(caret))
  const before = digitsOf(text.slice(0, caret)).slice(0, Math.max(0, most - behind.length))
  return { number: (before + behind).slice(0, most), caret: before.length }
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}
