import { toASCII } from 'tr46'
import { longest } from '../../contract/text'
import { HttpError } from '../api/http-error'

/**
 * Normalises an address (D96): the result identifies a user, and mails go to it. Case is ignored (D31). The domain is in
 * ASCII, by a table that is the same on every host; that of `URL` isn't.
 * @returns the normalised address; a text that is no address only gets lower case.
 * @throws RangeError for an address longer than the contract allows, because normalising takes time quadratic in the length.
 */
export function emailKey(email: string): string {
  if (email.length > longest.address) throw new RangeError('This is too long for an address')
  const trimmed = email.trim()
  const at = trimmed.lastIndexOf('@') + 1
  const domain = trimmed.slice(at)
  return lowerCase(trimmed.slice(0, at)) + (asciiOf(domain) ?? lowerCase(domain))
}

/** Normalises twice, because lower case may be composed differently. */
const lowerCase = (text: string) => text.normalize('NFC').toLowerCase().normalize('NFC')

/** @returns a domain in ASCII (UTS 46, non-transitional); null if the name is impossible. */
function asciiOf(domain: string): string | null {
  // The table gives the same result, thirty times slower.
  if (!/[^ -~]/.test(domain)) return domain.toLowerCase()
  return toASCII(domain, {
    checkBidi: true,
    checkJoiners: true,
    useSTD3ASCIIRules: true,
    verifyDNSLength: true,
  })
}

/**
 * @returns the key of the mailbox that an address leads to: `name+tag@host` leads to `name@host` (D49).
 */
export function mailboxOf(emailKey: string): string {
  return emailKey.replace(/^([^+]+)\+.*@/, '$1@')
}

/**
 * Whether mail could be delivered to `email`: one `@`, a local part of usual characters without dots at its ends or side by
 * side, a domain of two or more labels, which may be international. The normalised address must have that form, too.
 */
export function isEmailAddress(email: string): boolean {
  if (email.length > longest.address || !hasForm(email.normalize('NFC'))) return false
  const key = emailKey(email)
  const isMapped = !/[^ -~]/.test(key.slice(key.lastIndexOf('@')))
  return isMapped && key.length <= longest.address && hasForm(key)
}

/** Words of letters with their marks, digits and the usual signs, joined by dots. A mark follows something. */
const localPart =
  /^(?:[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]\p{M}*)+(?:\.(?:[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]\p{M}*)+)*$/u

function hasForm(email: string): boolean {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  return (
    local.length <= 64 &&
    localPart.test(local) &&
    /^([\p{L}\p{N}]((?:[\p{L}\p{N}\p{M}\u200c-]|\u200d){0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}-]*[\p{L}](?:[\p{L}\p{N}\p{M}\u200c-]|\u200d)*$/u.test(
      email.slice(at + 1),
    )
  )
}

/** @returns the address. @throws HttpError 422 for a text that is no address. */
export function requireEmailAddress(email: string): string {
  if (!isEmailAddress(email)) throw new HttpError(422, 'Please enter a valid email address.')
  return email
}
