import type { ExtensionEndpoint } from './extensions'
import { logoutRequest } from './session'

/*
 * The extensions that a client needs wherever a session begins or ends; they load with the other
 * calls.
 */

/**
 * Extension `invitation-proof` (D45): a header of a sign-up with the token of the invitation whose
 * link was opened.
 */
export const invitationProofHeader = 'X-Invitation-Token'

/** Ends the session of a refresh token on the server (D44); an unknown token is no error. */
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
