import type { Handlers } from '../http/handler'
import { askForPasskey } from '../passkeys/assertion'
import { passkeysHere } from '../passkeys/site'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys'

export const passkeyHandlers = {
  getPasskeys: ({ services, caller }) => listPasskeys(services, caller),

  async beginPasskeyProof({ services, caller }) {
    const passkeys = await passkeysHere(services.store, services, caller.user.id)
    return askForPasskey(services, { proofIn: caller.sessionId }, passkeys)
  },

  beginPasskey: ({ services, caller, client, body }) =>
    beginPasskey(services, caller, client(), body),

  async addPasskey({ services, caller, client, body }) {
    await addPasskey(services, caller, client(), body)
  },

  async renamePasskey({ services, caller, body }) {
    await renamePasskey(services, caller, body)
  },

  async removePasskey({ services, caller, client, body }) {
    await removePasskey(services, caller, client(), body)
  },
} satisfies Partial<Handlers>
