import { maxDigitsAfter } from '../../contract/contact-number'
import { HttpError } from '../api/http-error'

/**
 * @returns the number as stored; null for none.
 * @throws HttpError 422 unless it is a country code, a hyphen and a valid number of digits.
 */
export function requireContactNumber(contactNumber: string | null): string | null {
  if (contactNumber === null || contactNumber === '') return null
  const [, code, digits] = /^(\+[1-9]\d{0,3})-(\d+)$/.exec(contactNumber) ?? []
  if (!code || !digits) {
    throw new HttpError(422, 'A contact number is a country code, a hyphen and digits.')
  }
  const most = maxDigitsAfter(code)
  if (digits.length > most) {
    throw new HttpError(422, `A number with ${code} may have at most ${most} digits.`)
  }
  return contactNumber
}
