import type { PasswordLink } from '../auth/tables'
import type { User } from '../people/tables'
import type { Services } from '../services'
import { day, later } from '../time'
import { randomToken, tokenHash } from '../tokens'

/** How long the owner of an account can undo a second factor or a passkey, in days (D98). */
const undoDays = 7

/**
 * @param since when it was set up, or added.
 * @returns the link that undoes it, and how its mail shows it; null for an address that is unproven, where
 *   it would open the account to whoever has the mailbox (D90).
 */
export function undoOf(
  { appUrl }: Pick<Services, 'appUrl'>,
  { id: userId, emailKey, formerEmail }: Pick<User, 'id' | 'emailKey' | 'formerEmail'>,
  since: Date,
): { link: PasswordLink; shown: { link: string; expiresInDays: number } } | null {
  if (formerEmail !== null) return null
  const token = randomToken()
  const link = {
    userId,
    emailKey,
    restoresEmail: null,
    undoesFactor: true,
    tokenHash: tokenHash(token),
    createdAt: since,
    expiresAt: later(since, undoDays * day),
  }
  const shown = { link: `${appUrl}/reset-password/${token}`, expiresInDays: undoDays }
  return { link, shown }
}
