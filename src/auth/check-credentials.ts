import type { RequestOf } from '../../contract/calls'
import type { FormCheck } from '../ui/forms/submission'

/** Whoever signs in says who they are. */
export const checkCredentials: FormCheck<keyof RequestOf<'login'>> = ({ email, password }) => ({
  email: email ? null : 'Please enter your email.',
  password: password ? null : 'Please enter your password.',
})
