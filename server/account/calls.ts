import type { Handlers } from '../api/handler'
import { confirmAddress, mailAddressLink, rejectAddress } from '../auth/proven-address'
import { changePassword } from './password'
import { endOneSession, endOtherSessions, listSessions } from './sessions'
import {
  beginTwoFactor,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from './two-factor'

export const accountHandlers = {
  async changePassword({ services, caller, client, body }) {
    await changePassword(services, caller, client, body)
  },

  getSessions: ({ services, caller }) => listSessions(services, caller),

  async endSession({ services, caller, network, body }) {
    await endOneSession(services, caller, network, body.session_id)
  },

  async endOtherSessions({ services, caller, network }) {
    await endOtherSessions(services, caller, network)
  },

  async confirmAddress({ services, caller, body }) {
    await confirmAddress(services, caller, body.address_token)
  },

  async mailAddressLink({ services, caller }) {
    await mailAddressLink(services, caller)
  },

  async releaseAddress({ services, network, body }) {
    await rejectAddress(services, body.address_token, network)
  },

  getTwoFactor: ({ services, caller }) => secondFactorOf(services, caller),

  beginTwoFactor: ({ services, caller, client, body }) =>
    beginTwoFactor(services, caller, body, client),

  async confirmTwoFactor({ services, caller, client, body }) {
    return { recovery_codes: await confirmTwoFactor(services, caller, body.code, client) }
  },

  async removeTwoFactor({ services, caller, client, body }) {
    await removeTwoFactor(services, caller, body, client)
  },

  async renewRecoveryCodes({ services, caller, client, body }) {
    return { recovery_codes: await renewRecoveryCodes(services, caller, body, client) }
  },
} satisfies Partial<Handlers>
