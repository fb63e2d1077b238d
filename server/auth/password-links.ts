import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { day, later } from '../lib/time'
import { randomToken, tokenHash } from '../lib/tokens'
import { mailDays } from '../mail/days'
import type { User } from '../people/tables'
import { above, not, type Reading } from '../store/change'
import type { Passkey } from '../two-factor/passkey-site'
import type { SecondFactor } from '../two-factor/tables'
import type { PasswordLink } from './tables'

/** The kinds of links that set a password. All but a reset take an account back. */
export type LinkKind = 'reset' | 'restore-address' | 'undo-factor'

/** @returns the kind of a link. */
export function kindOf({ restoresEmail, undoesFactor }: PasswordLink): LinkKind {
  if (restoresEmail !== null) return 'restore-address'
  return undoesFactor ? 'undo-factor' : 'reset'
}

/** @returns the condition that a user's resets meet, and links that take the account back don't. */
export const resetsOf = (userId: string) => ({ userId, restoresEmail: null, undoesFactor: false })

/**
 * @returns the creation time of a link: at least 1 ms after that of the second factor and passkeys that it leaves. Servers'
 *   clocks differ, so `now` may be earlier.
 */
export function afterFactors(
  factor: SecondFactor | null,
  passkeys: readonly Passkey[],
  now: Date,
): Date {
  const since = [factor?.since ?? now, ...passkeys.map(({ createdAt }) => createdAt)]
  const last = new Date(Math.max(...since.map((at) => at.getTime())))
  return last >= now && (factor?.since || passkeys.length > 0) ? later(last, 1) : now
}

/**
 * @returns the time at which a second factor is switched on, or a passkey added. It is no earlier than the user's links, so
 *   that each link removes it.
 */
export function afterLinks(links: readonly PasswordLink[], now: Date): Date {
  return new Date(Math.max(now.getTime(), ...links.map(({ createdAt }) => createdAt.getTime())))
}

/**
 * Refuses an action while the owner of an account may need to take it back (D89).
 * @param refusal the beginning of the refusal: "You can't leave".
 * @param since counts only links that are younger; null counts all.
 * @throws HttpError 409 while a link can restore an address, with the time at which it expires.
 */
export async function requireNoWayBack(
  read: Reading,
  { clock, timeZone }: Pick<Services, 'clock' | 'timeZone'>,
  userId: string,
  refusal: string,
  since: Date | null = null,
): Promise<void> {
  const open = { userId, restoresEmail: not(null), expiresAt: above(clock()) }
  const links = await read.all('passwordLinks', open)
  const ends = links
    .filter(({ createdAt }) => since === null || createdAt > since)
    .map(({ expiresAt }) => expiresAt.getTime())
  if (ends.length === 0) return
  const until = mailDays(timeZone).moment(new Date(Math.max(...ends)))
  throw new HttpError(
    409,
    `Your account's email address was changed recently, and its previous address can take the account back until ${until}. ${refusal} before then.`,
  )
}

/** Days for which the owner of an account can undo a second factor or a passkey. */
const undoDays = 7

/**
 * @param since the time at which the second factor or passkey was set up.
 * @returns the link that undoes it, and the link's form in a mail. Null for an unproven address: it would open the account to
 *   whoever has the mailbox (D90).
 */
export function undoLink(
  { appUrl }: Pick<Services, 'appUrl'>,
  { id: userId, emailKey, formerEmail }: Pick<User, 'id' | 'emailKey' | 'formerEmail'>,
  since: Date,
): { link: PasswordLink; inMail: { link: string; expiresInDays: number } } | null {
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
  const inMail = { link: `${appUrl}/reset-password/${token}`, expiresInDays: undoDays }
  return { link, inMail }
}
