import { hash, verify } from '@node-rs/argon2'
import type { Passwords } from '../api/services'

/** The cost of a hash: memory in KiB, passes and lanes. */
interface HashCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** OWASP's Password Storage Cheat Sheet, first recommended configuration: 19 MiB, 2 passes, 1 lane. */
export const recommendedCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Passwords hashed with Argon2id (D35), the library's default. */
export const argon2idPasswords = (cost: HashCost): Passwords => ({
  hash: (password) => hash(password, cost),
  verify: async (stored, password) => {
    try {
      return await verify(stored, password)
    } catch {
      // The stored text is no Argon2 hash.
      return false
    }
  },
})
