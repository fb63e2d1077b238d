import { TOTP, URI } from 'otpauth'

const period = 30_000

export type Phone = ReturnType<typeof phoneOf>

/**
 * Makes an authenticator app: it shows codes of a secret, by the library's own reading of the address.
 * @param given the secret in base32, or the address that its picture has.
 * @param now its clock, in ms since 1970.
 */
export function phoneOf(given: string, now: () => number = Date.now) {
  const codes = given.startsWith('otpauth:') ? URI.parse(given) : new TOTP({ secret: given })
  let step = 0
  const show = () => codes.generate({ timestamp: step * period } as never)
  return {
    /** @returns a code that wasn't shown before: of now, or else of the next step, which is tolerated. */
    next() {
      step = Math.max(step + 1, Math.floor(now() / period))
      return show()
    },
    /** @returns the code that was shown last. */
    last: show,
  }
}

/** @returns a code of six digits that no phone shows about now. */
export function wrongCodeFor(phone: Phone): string {
  return phone.last() === '000000' ? '111111' : '000000'
}
