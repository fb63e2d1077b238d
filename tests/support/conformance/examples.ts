import type { CallName } from '../../../contract/calls'
import { examples as described } from '../../../contract/examples'

type Examples = { [Name in CallName]: (typeof described)[Name]['request'] }

const password = 'a long password'

/**
 * A well-formed body for each call, with every field that it knows; undefined where it has none. As
 * the API's description has it, but of nobody that there is.
 */
export const examples: Examples = {
  ...(Object.fromEntries(
    Object.entries(described).map(([name, { request }]) => [name, request]),
  ) as Examples),
  login: { ...described.login.request, email: 'nobody@example.test' },
  // The password of every new admin: a wrong one would count as a guess.
  beginTwoFactor: { ...described.beginTwoFactor.request, password },
  removeTwoFactor: { ...described.removeTwoFactor.request, password },
  renewRecoveryCodes: { ...described.renewRecoveryCodes.request, password },
  updateProfile: {
    ...described.updateProfile.request,
    full_name: 'Ada Lovelace',
    email: 'ada@example.test',
  },
  signup: {
    fullname: 'Ada Lovelace',
    email: 'never-registered@example.test',
    password,
    organization: 'Never Registered',
  },
}
