import * as v from 'valibot'
import { addressIn, exactText } from './pasted-text'

/**
 * Length limits of our server's input, in UTF-16 code units. Longer texts are refused before they
 * are processed, because some processing is slower than linear (Unicode normalisation,
 * international domains). They don't apply to the answers of other servers.
 */
export const longest = {
  /** A person's or an organisation's name. */
  name: 200,
  /** RFC 5321, section 4.5.3.1.3, less the angle brackets. */
  address: 254,
  /** Two for each of D35's 200 characters: an emoji counts as one character. */
  password: 400,
  /** Country code, hyphen and digits need 20. */
  contactNumber: 40,
  /** An access token or a refresh token. */
  token: 4096,
  /** The token of a link in a mail; ours have 43. */
  linkToken: 200,
  /** A slug; hosts' names have at most 63 between two dots. */
  slug: 60,
  /** A slug, or a whole link pasted in its place. */
  link: 2048,
  /** Ids of our own; they have 36. */
  id: 200,
  /** A code of an authenticator app, or a recovery code; ours have 6 and 27. */
  code: 100,
  /** A passkey's name. */
  passkeyName: 60,
  /**
   * Each part of a passkey's data from the browser. With an attestation, which we don't ask for, some parts have 6,000.
   */
  credential: 12_000,
  /** The name of a time zone; the longest of them has 32. */
  timeZone: 60,
  /** The cursor of a list; ours have 49. */
  cursor: 200,
  /** The payment provider's ids and signatures; they have 14 to 64. */
  providerId: 200,
} as const

const hasNoNull = v.check((value: string) => !value.includes('\u0000'), 'contains a null character')
const isWellFormed = v.check((value: string) => value.isWellFormed(), 'is not well-formed Unicode')

/**
 * Text that every store can keep: PostgreSQL refuses U+0000 in text, and lone surrogates can't be
 * written as UTF-8. It has no length limit, so process it only after measuring it.
 */
export const text = v.pipe(v.string(), hasNoNull, isWellFormed)

/**
 * Text of at most `most` UTF-16 code units.
 * @param message the refusal of a longer one; by default the server names the field and the limit.
 */
export function textUpTo(most: number, message = '') {
  return v.pipe(v.string(), v.maxLength(most, message), hasNoNull, isWellFormed)
}

/** An email address, typed or pasted. The server reads the address in it. */
export const address = v.pipe(
  textUpTo(longest.address, 'Please enter a valid email address.'),
  v.transform(addressIn),
)

/** A slug, code or link, typed or pasted. The server reads it without characters that don't show. */
export const exactUpTo = (most: number, message = '') =>
  v.pipe(textUpTo(most, message), v.transform(exactText))

/** A person's name. */
export const personName = textUpTo(
  longest.name,
  `A name may have at most ${longest.name} characters.`,
)

/**
 * Our own server only: the code of an authenticator app, or a recovery code. If it is needed and
 * missing, the refusal's code is `second_factor_required`.
 */
export const oneTimeCode = v.optional(exactUpTo(longest.code))

export const wrongPasswordText = 'Entered password is incorrect.'

/** A current password; one that is too long for any account is simply wrong. */
export const currentPassword = textUpTo(longest.password, wrongPasswordText)

export const newPassword = textUpTo(longest.password, 'A password may have at most 200 characters.')

/** A day or an instant: ISO 8601 (D97). */
export const isoDate = v.pipe(
  v.string(),
  v.check(
    (value) => !Number.isNaN(Date.parse(value)) && /^\d{4}-\d\d-\d\d/.test(value),
    'is not an ISO 8601 date',
  ),
)
