import type { ExtensionEndpoint } from './extensions'
import { logoutRequest } from './session'

/*
 * What a client needs of extensions wherever a session begins or ends: it comes with the other calls.
 */

/**
 * Extension `invitation-proof` (D45): the header of a sign-up that carries the token of the
 * invitation whose link was opened.
 */
export const invitationProofHeader = 'X-Invitation-Token'

/** Ends the session of a refresh token on the server (D44); an unknown one is no error. */
export const logoutEndpoint = {
  extension: 'logout',
  method: 'POST',
  path: '/api/logout/',
  request: logoutRequest,
  response: null,
  needsBearer: false,
  adminOnly: false,
  refreshesSession: false,
} as const satisfies ExtensionEndpoint
