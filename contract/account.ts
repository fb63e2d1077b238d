import * as v from 'valibot'
import { wrongPasswordText } from './profile'
import { isoDate, longest, newPassword, oneTimeCode, textUpTo } from './text'

/*
 * Extension `account`: a user's own password, sessions and data.
 */

/** The current password; one that no account can have is simply wrong. */
const currentPassword = textUpTo(longest.password, wrongPasswordText)

export const changePasswordRequest = v.object({
  current_password: currentPassword,
  new_password: newPassword,
  one_time_code: oneTimeCode,
})

const session = v.object({
  session_id: v.string(),
  /** Its name: 'Firefox on Windows'. */
  browser: v.string(),
  /** The network of its last renewal: an IPv4 address, or the /64 of an IPv6 one; null: unknown. */
  network: v.nullish(v.string(), null),
  signed_in_at: isoDate,
  last_active_at: isoDate,
  /** Whether it is the caller's. */
  is_current: v.boolean(),
})

/** The caller's first, then by last activity. */
export const sessionsResponse = v.object({ sessions: v.array(session) })

export const endSessionRequest = v.object({ session_id: textUpTo(longest.id) })

/** The input of both calls that export or delete data. */
export const passwordRequest = v.object({ password: currentPassword, one_time_code: oneTimeCode })

/** The token of the link that asks an unproven address whether it is its account's (D90). */
export const addressTokenRequest = v.object({ address_token: textUpTo(longest.token) })

/** A document to save: docs/extensions.md describes it. */
export const accountExport = v.record(v.string(), v.unknown())
