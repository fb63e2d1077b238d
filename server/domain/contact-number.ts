import { HttpError } from '../http-error'

/** Digits a number may have after its country code (specification, section 5). */
const mostDigits: Record<string, number> = { '+1': 10, '+91': 10, '+61': 10, '+44': 11 }
/** For country codes the form doesn't know (D20): E.164 allows 15 digits, code included. */
const mostDigitsElsewhere = 14

/**
 * @returns the number as kept, null for none.
 * @throws HttpError 422 for anything but a country code, a hyphen and few enough digits.
 */
export function requireContactNumber(contactNumber: string | null): string | null {
  if (contactNumber === null || contactNumber === '') return null
  const [, code, digits] = /^(\+[1-9]\d{0,3})-(\d+)$/.exec(contactNumber) ?? []
  if (!code || !digits) {
    throw new HttpError(422, 'A contact number is a country code, a hyphen and digits.')
  }
  const most = mostDigits[code] ?? mostDigitsElsewhere
  if (digits.length > most) {
    throw new HttpError(422, `A number with ${code} may have at most ${most} digits.`)
  }
  return contactNumber
}
