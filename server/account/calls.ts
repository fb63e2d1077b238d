import { confirmAddress, mailAddressLink, releaseAddress } from '../auth/proven-address'
import { type Handlers, JsonPieces } from '../http/handler'
import { requireGuardCode } from '../two-factor/second-factor-check'
import { exportAccount } from './account-export'
import { leave } from './leaving'
import { changePassword } from './password'
import { endOneSession, endOtherSessions, listSessions } from './sessions'
import {
  beginTwoFactor,
  confirmTwoFactor,
  removeTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  secondFactorOf,
} from './two-factor'

export const accountHandlers = {
  async changePassword({ services, caller, client, body }) {
    await changePassword(services, caller, client(), body)
  },

  getSessions: ({ services, caller }) => listSessions(services, caller),

  async endSession({ services, caller, network, body }) {
    await endOneSession(services, caller, network, body.session_id)
  },

  async endOtherSessions({ services, caller, network }) {
    await endOtherSessions(services, caller, network)
  },

  async leave({ services, caller, client, body }) {
    await leave(services, caller, client(), body)
  },

  async exportAccount({ services, caller, client, body }) {
    return new JsonPieces(await exportAccount(services, caller, client(), body))
  },

  async confirmAddress({ services, caller, body }) {
    await confirmAddress(services, caller, body.address_token)
  },

  async mailAddressLink({ services, caller }) {
    await mailAddressLink(services, caller)
  },

  async releaseAddress({ services, network, body }) {
    await releaseAddress(services, body.address_token, network)
  },

  getTwoFactor: ({ services, caller }) => secondFactorOf(services, caller),

  beginTwoFactor: ({ services, caller, client, body }) =>
    beginTwoFactor(services, caller, body, client()),

  async confirmTwoFactor({ services, caller, client, body }) {
    return { recovery_codes: await confirmTwoFactor(services, caller, body.code, client()) }
  },

  async removeTwoFactor({ services, caller, client, body }) {
    await removeTwoFactor(services, caller, body, client())
  },

  async renewRecoveryCodes({ services, caller, client, body }) {
    return { recovery_codes: await renewRecoveryCodes(services, caller, body, client()) }
  },

  async resetTwoFactor({ services, caller, client, body }) {
    await requireGuardCode(services, caller, body, client())
    await resetTwoFactor(services, caller, body.member_id, client().network)
  },
} satisfies Partial<Handlers>
