import { base64url } from 'jose'
import type { Passwords } from '../api/services'

/** The number of iterations: few, because these hashes only protect demo data in the developer's own browser. */
const iterations = 1_000

async function derive(password: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(password),
    'PBKDF2',
    false,
    ['deriveBits'],
  )
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    key,
    256,
  )
  return base64url.encode(new Uint8Array(bits))
}

/** Passwords hashed by WebCrypto, for mock mode and fast tests, never for real accounts (D35). */
export const pbkdf2Passwords: Passwords = {
  async hash(password) {
    const salt = crypto.getRandomValues(new Uint8Array(16))
    return `pbkdf2$${base64url.encode(salt)}$${await derive(password, salt)}`
  },
  async verify(stored, password) {
    const [kind, salt, hash] = stored.split('$')
    if (kind !== 'pbkdf2' || !salt || !hash) return false
    return (await derive(password, new Uint8Array(base64url.decode(salt)))) === hash
  },
}
