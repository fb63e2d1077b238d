import { longest } from '../../contract/text'
import { HttpError } from '../http-error'

/**
 * The key that identifies a user by address: it ignores case (D31), and spells international
 * domains in ASCII.
 * @throws RangeError for an address longer than the contract allows: normalising and encoding take
 *   time quadratic in the length.
 */
export function emailKey(email: string): string {
  if (email.length > longest.address) throw new RangeError('This is too long for an address')
  const lower = email.trim().normalize('NFC').toLowerCase()
  const at = lower.lastIndexOf('@') + 1
  const domain = `http://${lower.slice(at)}`
  const isInternational = /[^\u0020-\u007e]/.test(domain)
  return isInternational && URL.canParse(domain)
    ? lower.slice(0, at) + new URL(domain).hostname
    : lower
}

/**
 * @returns whether mail for both addresses is delivered to the same mailbox. Equal keys aren't
 *   enough: the letter k and the kelvin sign share one. No mail server distinguishes the case of
 *   ASCII letters.
 */
export function isSameDelivery(one: string, other: string): boolean {
  const localPart = (email: string) =>
    email.slice(0, email.lastIndexOf('@')).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  return emailKey(one) === emailKey(other) && localPart(one.trim()) === localPart(other.trim())
}

/**
 * @returns the key of the mailbox that an address leads to: `name+tag@host` leads to `name@host` (D65).
 */
export function mailboxOf(emailKey: string): string {
  return emailKey.replace(/^([^+]+)\+.*@/, '$1@')
}

/**
 * Whether mail could be delivered to `email`: one `@`, a local part of usual characters without
 * dots at its ends or side by side, a domain of two or more labels, which may be international.
 */
export function isEmailAddress(email: string): boolean {
  if (email.length > longest.address) return false
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = email.slice(at + 1)
  return (
    local.length <= 64 &&
    /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local) &&
    /^([\p{L}\p{N}]([\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}-]*[\p{L}][\p{L}\p{N}\p{M}-]*$/u.test(
      domain,
    )
  )
}

/** @returns the address without the spaces around it. @throws HttpError 422 when it is none. */
export function requireEmailAddress(email: string): string {
  const trimmed = email.trim()
  if (!isEmailAddress(trimmed)) throw new HttpError(422, 'Please enter a valid e-mail address.')
  return trimmed
}
