import type { RequestOf } from '../../contract/calls'
import type { FormCheck } from '../ui/forms/submission'

/**
 * @param typed in the field for the second factor's code; undefined if the form doesn't have it.
 * @returns the problem with it.
 */
export const missingCode = (typed: string | undefined) =>
  typed === '' ? 'Enter the code of your authenticator app.' : null

/** Checks the fields of a sign-in. */
export const checkCredentials: FormCheck<keyof RequestOf<'login'>> = ({
  email,
  password,
  one_time_code,
}) => ({
  email: email ? null : 'Please enter your email.',
  password: password ? null : 'Please enter your password.',
  one_time_code: missingCode(one_time_code),
})
