import type { Handlers } from '../api/handler'
import { wireOf } from '../auth/session'
import { beginAssertion } from '../two-factor/passkey-assertion'
import { readPasskeysOfSite } from '../two-factor/passkey-site'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys'
import { signInWithPasskey } from './sign-in'

export const passkeyHandlers = {
  beginPasskeySignIn: async ({ services }) => beginAssertion(services, 'sign-in', []),

  async signInWithPasskey({ services, body, client, logUser }) {
    const signedIn = await signInWithPasskey(services, body, client, logUser)
    return wireOf(signedIn)
  },

  getPasskeys: ({ services, caller }) => listPasskeys(services, caller),

  async beginPasskeyProof({ services, caller }) {
    const passkeys = await readPasskeysOfSite(services.store, services, caller.user.id)
    return beginAssertion(services, { proofIn: caller.sessionId }, passkeys)
  },

  beginPasskey: ({ services, caller, client, body }) =>
    beginPasskey(services, caller, client, body),

  async addPasskey({ services, caller, client, body }) {
    await addPasskey(services, caller, client, body)
  },

  async renamePasskey({ services, caller, body }) {
    await renamePasskey(services, caller, body)
  },

  async removePasskey({ services, caller, client, body }) {
    await removePasskey(services, caller, client, body)
  },
} satisfies Partial<Handlers>
