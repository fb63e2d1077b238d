import { tryStorage } from '../../lib/try-storage'
import { settings } from '../../settings'

const storageKey = 'invitation'

export interface RefusedInvitation {
  /** `ended`: no longer valid. `has-account`: its address has an account. `unchecked`: the check failed. */
  refused: 'ended' | 'has-account' | 'unchecked'
  token: string
}

/** The links of invitations that were opened in this tab. */
export interface KeptInvitation {
  organization?: string | undefined
  /** The invited address; undefined if the server doesn't tell it. */
  email?: string | undefined
  /** The proof for the registration (D45); undefined if the server takes none. */
  token?: string | undefined
  /** The last link, if it failed: the registration says so until the user leaves it (D27). */
  refusal?: RefusedInvitation | undefined
}

/** Keeps an opened invitation for this tab, until its registration is done. With blocked storage, nothing is kept. */
export function keepInvitation(organization: string, email: string | undefined, token: string) {
  const ours = settings.isOurServer && { email, token }
  // The server has another proof: the network that opened the link.
  store({ organization, ...ours })
}

/** Keeps the reason why the last link failed. An invitation that was opened before stays. */
export function keepRefusal(refusal: RefusedInvitation): void {
  store({ ...keptInvitation(), refusal })
}

/** Forgets the reason why the last link failed, when the user leaves the registration. */
export function forgetRefusal(): void {
  const { refusal, ...opened } = keptInvitation() ?? {}
  if (refusal) store(opened)
}

function store(invitation: KeptInvitation): void {
  tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(invitation)))
}

export function keptInvitation(): KeptInvitation | undefined {
  return tryStorage(() => JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')) ?? undefined
}

export function forgetInvitation(): void {
  tryStorage(() => sessionStorage.removeItem(storageKey))
}
