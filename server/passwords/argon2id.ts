import { hash, verify } from '@node-rs/argon2'
import type { Passwords } from './passwords'

/**
 * Argon2id (D35) with 19 MiB of memory, 2 passes and 1 lane: OWASP's Password Storage Cheat Sheet,
 * first recommended configuration. The library's algorithm is Argon2id unless told otherwise.
 */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const argon2idPasswords: Passwords = {
  hash: (password) => hash(password, options),
  verify: async (stored, password) => {
    try {
      return await verify(stored, password)
    } catch {
      return false // not an argon2 hash
    }
  },
}
