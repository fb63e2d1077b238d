import type { RequestOf } from '../../contract/calls'
import { type FormCheck, missingCode } from '../ui/forms/submission'

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
