import * as v from 'valibot'
import { wrongPasswordText } from './profile'
import { isoDate, longest, newPassword, textUpTo } from './text'

/*
 * Extension `account`: one's own password, sessions and data, for everybody.
 */

/** The password that somebody has; one that no account can have is just wrong. */
const currentPassword = textUpTo(longest.password, wrongPasswordText)

export const changePasswordRequest = v.object({
  current_password: currentPassword,
  new_password: newPassword,
})

const session = v.object({
  session_id: v.string(),
  /** In words: 'Firefox on Windows'. */
  browser: v.string(),
  /** From where it was last renewed: an IPv4 address, or the /64 of an IPv6 one; null: not known. */
  network: v.nullish(v.string(), null),
  signed_in_at: isoDate,
  last_active_at: isoDate,
  /** Whether it is the one that asks. */
  is_current: v.boolean(),
})

/** The one that asks first, then the one last active first. */
export const sessionsResponse = v.object({ sessions: v.array(session) })

export const endSessionRequest = v.object({ session_id: textUpTo(longest.id) })

/** Of both calls that hand out or delete what is kept. */
export const passwordRequest = v.object({ password: currentPassword })

/** A document to be saved: docs/extensions.md says what it holds. */
export const accountExport = v.record(v.string(), v.unknown())
