import type { ResponseOf } from '../../contract/calls'

/** A browser that refuses to hear it shows what it shows. */
const unheard = () => {}

/**
 * Tells a browser that can be told which passkeys a user has, and what the user is called, so that it offers only what works
 * (Web Authentication 3, 5.1.10).
 */
export function signalPasskeys(
  { domain: rpId, user_handle: userId, passkeys }: ResponseOf<'getPasskeys'>,
  user: { email: string; full_name: string } | undefined,
): void {
  if (!('PublicKeyCredential' in window)) return
  const allAcceptedCredentialIds = passkeys
    .filter(({ domain }) => domain === rpId)
    .map(({ credential_id }) => credential_id)
  const all = { rpId, userId, allAcceptedCredentialIds }
  PublicKeyCredential.signalAllAcceptedCredentials?.(all).catch(unheard)
  if (!user) return
  const details = { rpId, userId, name: user.email, displayName: user.full_name }
  PublicKeyCredential.signalCurrentUserDetails?.(details).catch(unheard)
}
