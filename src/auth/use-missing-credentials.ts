import { useState } from 'react'

/** What to say about credentials that were left empty. */
interface MissingCredentials {
  email: string | undefined
  password: string | undefined
}

/** Remembers which credentials were empty when a form was last submitted. */
export function useMissingCredentials() {
  const [missing, setMissing] = useState<MissingCredentials | null>(null)

  /** @returns whether both are there. */
  function check(email: string, password: string): boolean {
    const complete = email !== '' && password !== ''
    setMissing(
      complete
        ? null
        : {
            email: email === '' ? 'Please enter your email.' : undefined,
            password: password === '' ? 'Please enter your password.' : undefined,
          },
    )
    return complete
  }

  return { missing, check }
}
