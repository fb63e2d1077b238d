import { maxDigitsAfter, offeredCodes } from '../../contract/contact-number'
import { asciiDigits } from '../lib/ascii-digits'

/** A contact number in the form; on the wire a hyphen joins the two parts. */
export interface ContactNumber {
  /** The country code with its plus: `+91`. */
  code: string
  /** Digits; empty means none. */
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
  return { code, number: rest.replace(/\D/g, '') }
}

/** @returns the number for the wire; empty for none. */
export function formatContactNumber({ code, number }: ContactNumber): string {
  return number && `${code}-${number}`
}

/**
 * Reads the text of the number's field: digits of any script. A text that begins with a plus and one of the codes, as
 * pasted numbers do, selects that code.
 * @returns the number, or the reason why it stays as it was.
 */
export function enteredNumber(
  typed: string,
  code: string,
  codes: readonly string[],
): ContactNumber | string {
  const text = asciiDigits(typed).replace(/[^\d+]/g, '')
  const found = codes.find((known) => text.startsWith(known))
  if (text.startsWith('+') && !found) {
    return `Choose a country code from the list: ${codes.join(', ')}.`
  }
  const chosen = found ?? code
  const number = text.slice(found?.length).replace(/\D/g, '')
  const most = maxDigitsAfter(chosen)
  return number.length > most
    ? `Numbers with ${chosen} have at most ${most} digits, and this would have ${number.length}: nothing was changed.`
    : { code: chosen, number }
}
