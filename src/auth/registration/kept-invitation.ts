import { tryStorage } from '../../lib/try-storage'
import { settings } from '../../settings'

const storageKey = 'invitation'

/** A header can contain no other characters. */
const fitsHeader = /^[\x21-\x7e]+$/

/** An invitation's link that failed. */
export interface RefusedInvitation {
  /** `ended`: no longer valid. `has-account`: its address has an account. `unchecked`: nobody knows. */
  refused: 'ended' | 'has-account' | 'unchecked'
  token: string
}

/** The links of invitations that were opened in this tab. */
export interface KeptInvitation {
  /** The name of the inviting organisation. */
  organization?: string | undefined
  /** The invited address; undefined: the server doesn't tell. */
  email?: string | undefined
  /** The proof for the registration (D45); undefined: the server takes none, or it can't be sent. */
  token?: string | undefined
  /** The last link, if it failed: the registration says so until the user leaves it (D99). */
  refusal?: RefusedInvitation | undefined
}

/** Keeps an opened invitation for this tab, until its registration is done. With blocked storage, nothing is kept. */
export function keepInvitation(organization: string, email: string | undefined, token: string) {
  const ours = settings.isOurServer && { email, token: fitsHeader.test(token) ? token : undefined }
  // The server has another proof: the network that opened the link.
  store({ organization, ...ours })
}

/** Keeps why the last link failed, beside an invitation that was opened before. */
export function keepRefusal(refusal: RefusedInvitation): void {
  store({ ...keptInvitation(), refusal })
}

/** Forgets why the last link failed: the user leaves the registration, which says so. */
export function forgetRefusal(): void {
  const { refusal, ...opened } = keptInvitation() ?? {}
  if (refusal) store(opened)
}

function store(invitation: KeptInvitation): void {
  tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(invitation)))
}

/** @returns the invitations' links that were opened in this tab, if any. */
export function keptInvitation(): KeptInvitation | undefined {
  return tryStorage(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')) ?? undefined
}

export function forgetInvitation(): void {
  tryStorage(() => sessionStorage.removeItem(storageKey))
}
