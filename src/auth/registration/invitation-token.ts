import { tryStorage } from '../../lib/try-storage'
import { settings } from '../../settings'

const invitationTokenKey = 'invitationToken'

/** A header can contain no other characters. */
const fitsHeader = /^[\x21-\x7e]+$/

/**
 * Keeps the token of an opened invitation for this tab, as proof for the registration
 * (D45). For another server, or with blocked storage, nothing is kept.
 */
export function keepInvitationToken(token: string): void {
  if (!settings.isOurServer || !fitsHeader.test(token)) return
  // The server has another proof: the network that opened the link.
  tryStorage(() => sessionStorage.setItem(invitationTokenKey, token))
}

/** @returns the token of the last opened invitation, if any. */
export function keptInvitationToken(): string | undefined {
  if (!settings.isOurServer) return undefined
  return tryStorage(() => sessionStorage.getItem(invitationTokenKey)) ?? undefined
}

/** Not needed after the registration. */
export function forgetInvitationToken(): void {
  tryStorage(() => sessionStorage.removeItem(invitationTokenKey))
}
