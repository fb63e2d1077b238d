import type { ResponseOf } from '../../contract/calls'

/** What some browsers can be told, so that they offer only what works (Web Authentication 3, 5.1.10). */
interface Signals {
  signalAllAcceptedCredentials?(about: {
    rpId: string
    userId: string
    allAcceptedCredentialIds: string[]
  }): Promise<void>
  signalCurrentUserDetails?(about: {
    rpId: string
    userId: string
    name: string
    displayName: string
  }): Promise<void>
}

const signals = (): Signals =>
  'PublicKeyCredential' in window ? (PublicKeyCredential as unknown as Signals) : {}

/** A browser that refuses to hear it shows what it shows. */
const unheard = () => {}

/** Tells the browser which passkeys a user has, and what the user is called. */
export function signalPasskeys(
  { domain: rpId, user_handle: userId, passkeys }: ResponseOf<'getPasskeys'>,
  user: { email: string; full_name: string } | undefined,
): void {
  const allAcceptedCredentialIds = passkeys
    .filter(({ domain }) => domain === rpId)
    .map(({ credential_id }) => credential_id)
  const { signalAllAcceptedCredentials, signalCurrentUserDetails } = signals()
  const all = { rpId, userId, allAcceptedCredentialIds }
  signalAllAcceptedCredentials?.call(PublicKeyCredential, all).catch(unheard)
  if (!user) return
  const details = { rpId, userId, name: user.email, displayName: user.full_name }
  signalCurrentUserDetails?.call(PublicKeyCredential, details).catch(unheard)
}
