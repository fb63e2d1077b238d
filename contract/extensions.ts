import type { Endpoint } from './endpoints'
import type { Extension } from './extension-names'
import { logoutRequest } from './session'

/**
 * Extension `invitation-proof` (D45): the header of a sign-up that carries the token of the
 * invitation whose link was opened.
 */
export const invitationProofHeader = 'X-Invitation-Token'

/** A call of our own server, used only where the setting `extensions` names its extension (D43). */
interface ExtensionEndpoint extends Endpoint {
  readonly extension: Extension
}

/** Every call of an extension, in the shape of `endpoints`; each says which extension it is of. */
export const extensionEndpoints = {
  /** Ends the session of a refresh token on the server (D44); an unknown one is no error. */
  logout: {
    extension: 'logout',
    method: 'POST',
    path: '/api/logout/',
    request: logoutRequest,
    response: null,
    needsBearer: false,
    adminOnly: false,
    refreshesSession: false,
  },
} as const satisfies Record<string, ExtensionEndpoint>
