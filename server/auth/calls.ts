import { invitationProofHeader } from '../../contract/session'
import type { Handlers } from '../api/handler'
import { findOrganisationBySlug } from '../people/slug'
import { requestPasswordReset, resetPassword } from './password-reset'
import { endSession, refreshSession, signIn, wireOf } from './session'
import { signUp } from './signup'

export const authHandlers = {
  async login({ services, body, client, logUser }) {
    const { email, password, one_time_code } = body
    const signedIn = await signIn(services, email, password, client, one_time_code, logUser)
    return wireOf(signedIn)
  },

  async refreshToken({ services, body, network }) {
    return { access: await refreshSession(services, body.refresh, network) }
  },

  async logout({ services, body }) {
    await endSession(services, body.refresh)
  },

  async signup({ services, body, network, header }) {
    await signUp(services, {
      fullName: body.fullname,
      email: body.email,
      password: body.password,
      organisationName: body.organization,
      invitationToken: header(invitationProofHeader) || null,
      network,
    })
    return { message: 'Registration successful.' }
  },

  async forgotPassword({ services, body, network }) {
    await requestPasswordReset(services, body.email, network)
    return { message: 'If this address has an account, an email with a link is on its way.' }
  },

  async resetPassword({ services, body, network, client }) {
    const { reset_token, new_password, ...proof } = body
    const more = { ...proof, browser: client.browser }
    const passkeys = await resetPassword(services, reset_token, new_password, network, more)
    return { message: 'Password reset successful!', passkeys }
  },

  async checkOrganisation({ services, body }) {
    const slug = body.organisation_url.toLowerCase()
    const found = await findOrganisationBySlug(services.store, slug, services.clock())
    return { exists: found !== null, ...(found && found.slug !== slug && { slug: found.slug }) }
  },
} satisfies Partial<Handlers>
