/** Turns passwords into hashes and checks them. */
export interface Passwords {
  /** @returns a hash with its own salt and parameters in it. */
  hash(password: string): Promise<string>
  /** @returns whether `password` is the one behind `hash`; false for a hash of another kind. */
  verify(hash: string, password: string): Promise<boolean>
}
