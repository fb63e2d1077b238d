import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64url } from 'jose'

/** @returns 256 random bits as text for a link or a header. */
export function randomToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)))
}

/** Hashes a token for the database, so that a stolen database grants no access. */
export function tokenHash(token: string): string {
  return base64url.encode(sha256(utf8ToBytes(token)))
}
