import { tryStorage } from '../../lib/try-storage'
import { settings } from '../../settings'

const storageKey = 'invitation'

/** A header can contain no other characters. */
const fitsHeader = /^[\x21-\x7e]+$/

/** An invitation whose link was opened in this tab. */
interface KeptInvitation {
  /** The name of the inviting organisation. */
  organization: string
  /** The invited address; undefined: the server doesn't tell. */
  email?: string | undefined
  /** The proof for the registration (D45); undefined: the server takes none, or it can't be sent. */
  token?: string | undefined
}

/** Keeps the last opened invitation for this tab, until its registration is done. With blocked storage, nothing is kept. */
export function keepInvitation({ organization, email, token = '' }: KeptInvitation): void {
  const ours = settings.isOurServer && { email, token: fitsHeader.test(token) ? token : undefined }
  // The server has another proof: the network that opened the link.
  tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify({ organization, ...ours })))
}

/** @returns the last opened invitation, if any. */
export function keptInvitation(): KeptInvitation | undefined {
  return tryStorage(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')) ?? undefined
}

export function forgetInvitation(): void {
  tryStorage(() => sessionStorage.removeItem(storageKey))
}
