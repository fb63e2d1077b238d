import type { RequestOf } from '../../contract/calls'
import type { FormCheck } from '../ui/forms/submission'

/**
 * @param typed into the field for the code of a second factor; undefined where the form doesn't have it.
 * @returns what is wrong with it.
 */
export const missingCode = (typed: string | undefined) =>
  typed === '' ? 'Enter the code of your authenticator app.' : null

/** Whoever signs in says who they are. */
export const checkCredentials: FormCheck<keyof RequestOf<'login'>> = ({
  email,
  password,
  one_time_code,
}) => ({
  email: email ? null : 'Please enter your email.',
  password: password ? null : 'Please enter your password.',
  one_time_code: missingCode(one_time_code),
})
