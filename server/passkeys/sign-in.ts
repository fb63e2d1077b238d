import type { PasskeyProof } from '../../contract/second-factor-proof'
import type { Client } from '../api/client'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { noteRefusal } from '../audit/sign-ins'
import { openSession, type SignedIn } from '../auth/session'
import { not, set } from '../store/change'
import { consumePasskey, readPasskey } from '../two-factor/passkey-assertion'
import { warnOfCopy } from '../two-factor/passkey-proof'

/**
 * Signs a user in by a passkey. It counts as two factors, so no code is asked for, and it satisfies a second-factor
 * rule (D139).
 * @param found is called with the user's id once the passkey is known, even if the attempt fails.
 * @throws HttpError 422, the same for every reason, except that no account has the passkey.
 */
export async function signInWithPasskey(
  services: Services,
  proof: PasskeyProof,
  client: Client,
  found: (userId: string) => void,
): Promise<SignedIn> {
  const { store, clock } = services
  const { passkey, shown } = await readPasskey(services, proof, 'sign-in')
  if (!passkey) throw refused({ code: 'unknown_passkey' })
  found(passkey.userId)
  const user = await store.one('users', { id: passkey.userId })
  const organisation = user && (await store.one('organisations', { id: user.organisationId }))
  if (!user || !organisation) throw refused({ code: 'unknown_passkey' })
  const signedIn = shown
    ? await openSession(services, { user, organisation }, client, {
        result: 'signed-in-by-passkey',
        async use(read) {
          const writes = await consumePasskey(read, shown, clock())
          if (typeof writes === 'string') return writes
          // The passkey is a second factor, even if it didn't count while the site had another address.
          const isDue = { id: user.id, secondFactorDue: not(null) }
          return [...writes, set('users', isDue, { secondFactorDue: null })]
        },
      })
    : 'void'
  if (typeof signedIn !== 'string') return signedIn
  if (signedIn === 'copied') await warnOfCopy(services, user, passkey, client)
  await noteRefusal(services, user, 'refused-passkey', client)
  throw refused()
}

const refused = (details?: { code: 'unknown_passkey' }) =>
  new HttpError(422, 'This passkey can’t sign you in. Use your password.', details)
