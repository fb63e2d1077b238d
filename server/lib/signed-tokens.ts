import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64url } from 'jose'
import * as v from 'valibot'

/*
 * Everything here is synchronous: WebCrypto would queue signatures and digests behind password
 * hashes for the same few threads, and every call has a token.
 */

/** The only header of our tokens; a token with another header is rejected unread (RFC 7515). */
const tokenHeader = base64url.encode(JSON.stringify({ alg: 'HS256' }))

/** Signs claims as a token (RFC 7519, HS256). */
export function sign(payload: object, secret: string): string {
  const signed = `${tokenHeader}.${base64url.encode(JSON.stringify(payload))}`
  return `${signed}.${signatureOf(signed, secret)}`
}

/** The secrets that sign links, which are those of access tokens, and the clock. */
export interface LinkSecrets {
  accessTokenSecret: string
  alsoAcceptedSecret?: string | undefined
  clock: () => Date
}

/** Replaces the dots of a token in a link, because a dot in an address means a file (D4). No part of a token contains it. */
const dotInAddress = '~'

/** Signs the token of a link in a mail. @param lifetime in ms. */
export function signLink(
  { accessTokenSecret, clock }: LinkSecrets,
  payload: object,
  lifetime: number,
): string {
  const exp = Math.floor((clock().getTime() + lifetime) / 1_000)
  return sign({ ...payload, exp }, accessTokenSecret).replaceAll('.', dotInAddress)
}

/** @returns the claims of a link's token; null if it is forged, malformed or too old. */
export function readLink<Claims extends { exp: number }>(
  secrets: LinkSecrets,
  token: string,
  schema: v.GenericSchema<unknown, Claims>,
): Claims | null {
  const found = verifyByEither(secrets, token.replaceAll(dotInAddress, '.'), schema)
  return found && found.exp > Math.floor(secrets.clock().getTime() / 1_000) ? found : null
}

/** @returns a token's claims; null if neither secret has signed it, or it is malformed. */
export function verifyByEither<Claims>(
  { accessTokenSecret, alsoAcceptedSecret }: Omit<LinkSecrets, 'clock'>,
  token: string,
  schema: v.GenericSchema<unknown, Claims>,
): Claims | null {
  const claims = verify(token, accessTokenSecret, schema)
  return claims ?? (alsoAcceptedSecret ? verify(token, alsoAcceptedSecret, schema) : null)
}

/** @returns a token's claims; null if it is forged or malformed. */
export function verify<Schema extends v.GenericSchema>(
  token: string,
  secret: string,
  schema: Schema,
): v.InferOutput<Schema> | null {
  const [header, payload = '', signature = '', ...more] = token.split('.')
  if (header !== tokenHeader || more.length > 0) return null
  if (!isEqual(signature, signatureOf(`${header}.${payload}`, secret))) return null
  const { success, output } = v.safeParse(schema, parseJson(payload))
  return success ? output : null
}

function signatureOf(text: string, secret: string): string {
  return base64url.encode(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(text)))
}

/** Compares texts of equal length in constant time. */
function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < other.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  }
  return difference === 0
}

function parseJson(encoded: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(base64url.decode(encoded)))
  } catch {
    return null
  }
}
