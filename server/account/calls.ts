import { confirmAddress, mailAddressLink, releaseAddress } from '../auth/proven-address'
import { type Handlers, JsonPieces } from '../http/handler'
import { changePassword, endOneSession, endOtherSessions, leave, listSessions } from './account'
import { exportAccount } from './account-export'

export const accountHandlers: Pick<
  Handlers,
  | 'changePassword'
  | 'getSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'leave'
  | 'exportAccount'
  | 'confirmAddress'
  | 'mailAddressLink'
  | 'releaseAddress'
> = {
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
}
