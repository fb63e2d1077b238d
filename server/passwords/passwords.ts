/** Hashes and verifies passwords. */
export interface Passwords {
  /** @returns a hash that contains its own salt and parameters. */
  hash(password: string): Promise<string>
  /** @returns whether `password` matches `hash`; false for another kind of hash. */
  verify(hash: string, password: string): Promise<boolean>
}
