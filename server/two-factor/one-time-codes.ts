import { Secret, TOTP } from 'otpauth/slim'
import { tokenHash } from '../lib/tokens'

/** The time step of codes, in seconds. */
const period = 30
/** The number of steps before and after the current one whose codes are accepted, because clocks differ. */
const tolerance = 1

const recoveryCodes = 10
/** Crockford's base32, which has no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 120 bits: enough for a plain hash (ASVS 5.0, 6.5.2). */
const recoveryCodeLength = 24

/** @returns 160 random bits in base32: the shared secret of an authenticator app (RFC 4226, 4). */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** @returns the generator of codes (RFC 6238): HMAC-SHA-1, 6 digits, 30 s. */
function codesOf(secret: string, labels: { issuer?: string; label?: string } = {}): TOTP {
  const options = { algorithm: 'SHA1', digits: 6, period }
  return new TOTP({ ...labels, ...options, secret: Secret.fromBase32(secret) })
}

/** @returns the secret as a URI that authenticator apps read from a QR code. */
export function secretUri(secret: string, productName: string, email: string): string {
  return codesOf(secret, { issuer: productName, label: email }).toString()
}

/** @returns the code of an instant, for tests and mock mode, which have no phone. */
export function codeAt(secret: string, at: Date): string {
  return codesOf(secret).generate({ timestamp: at.getTime() })
}

/** @returns the time step of a code; null if it is wrong or too old. */
export function stepOfCode(code: string, secret: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = codesOf(secret).validate({ token: code, timestamp, window: tolerance })
  return delta === null ? null : Math.floor(timestamp / (1000 * period)) + delta
}

/** @returns recovery codes in their written form: `k7mq2x-vp9rtd-hwe4ab-cdefgh`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodes }, () => {
    const bytes = crypto.getRandomValues(new Uint8Array(recoveryCodeLength))
    const letters = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')
    return letters.replace(/.{6}(?=.)/g, '$&-')
  })
}

/** Blanks, hyphens and other signs in and around a typed code. */
const signs = /[^\p{L}\p{N}]/gu

/** @param code a recovery code as typed. @returns its hash, the only form that is stored. */
export function recoveryCodeHash(code: string): string {
  const letters = code.toLowerCase().replace(signs, '')
  return tokenHash(letters.replaceAll('o', '0').replace(/[il]/g, '1'))
}

/** @returns an authenticator app's code, without the signs that apps show in it; null: not a code. */
export function appCodeOf(typed: string): string | null {
  const code = typed.replace(signs, '')
  return /^\d{6}$/.test(code) ? code : null
}
