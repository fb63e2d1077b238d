import { invitationProofHeader } from '../../contract/session-extensions'
import { longest } from '../../contract/text'
import type { Handlers } from '../http/handler'
import { signUp } from './signup'

export const signupHandlers: Pick<Handlers, 'signup'> = {
  async signup({ services, body, network, header }) {
    await signUp(services, {
      fullName: body.fullname,
      email: body.email,
      password: body.password,
      organisationName: body.organization,
      invitationToken: linkTokenOf(header(invitationProofHeader)),
      network,
    })
    return { message: 'Registration successful.' }
  },
}

/** @returns the token in a header; null if there is none or it can't be one of ours. */
function linkTokenOf(header: string | undefined): string | null {
  return header && header.length <= longest.linkToken ? header : null
}
