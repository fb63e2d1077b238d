import { settings } from '../settings'

/** Of session storage. */
export const invitationTokenKey = 'invitationToken'

/** A header can hold no other characters. */
const fitsHeader = /^[\x21-\x7e]+$/

/**
 * Keeps the token of an invitation whose link was opened, for this tab, as the proof of that with which
 * one registers (D45). Where the server wants none, or storage is blocked, nothing is kept.
 */
export function keepInvitationToken(token: string): void {
  if (!settings.extensions.includes('invitation-proof') || !fitsHeader.test(token)) return
  try {
    sessionStorage.setItem(invitationTokenKey, token)
  } catch {
    // The server has another proof: the network that the link was opened from.
  }
}
