import type { PasskeyProof } from '../../contract/second-factor-proof'
import type { Client } from '../api/client'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { noteRefusal } from '../audit/sign-ins'
import { openSession, type SignedIn } from '../auth/session'
import { not, set } from '../store/change'
import { readPasskey, takePasskey } from '../two-factor/passkey-assertion'
import { tellOfCopy } from '../two-factor/passkey-proof'

/**
 * Signs a user in by a passkey, which is two factors: it asks for no code, and is what a rule asks for (D139).
 * @param client where the attempt comes from.
 * @param found gets the user's id as soon as the passkey is known to be somebody's, whatever comes of the attempt.
 * @throws HttpError 422, alike for every reason but that no account has it.
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
          const writes = await takePasskey(read, shown, clock())
          if (typeof writes === 'string') return writes
          // They have a second factor, whatever the site's address was meanwhile.
          const isDue = { id: user.id, secondFactorDue: not(null) }
          return [...writes, set('users', isDue, { secondFactorDue: null })]
        },
      })
    : 'void'
  if (typeof signedIn !== 'string') return signedIn
  if (signedIn === 'copied') await tellOfCopy(services, user, passkey, client)
  await noteRefusal(services, user, 'refused-passkey', client)
  throw refused()
}

const refused = (details?: { code: 'unknown_passkey' }) =>
  new HttpError(422, 'This passkey can’t sign you in. Use your password.', details)
