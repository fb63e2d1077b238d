import {
  changePassword,
  endOneSession,
  endOtherSessions,
  leave,
  listSessions,
} from '../domain/account'
import { exportAccount } from '../domain/account-export'
import { type Handlers, JsonPieces } from '../handler'

export const accountHandlers: Pick<
  Handlers,
  'changePassword' | 'getSessions' | 'endSession' | 'endOtherSessions' | 'leave' | 'exportAccount'
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

  async leave({ services, caller, network, body }) {
    await leave(services, caller, network, body.password)
  },

  async exportAccount({ services, caller, network, body }) {
    return new JsonPieces(await exportAccount(services, caller, network, body.password))
  },
}
