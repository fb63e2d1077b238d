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

/*
 * Links that set a password: resets, and those that take an account back.
 */

/** @returns the condition of a user's resets, not of links that take the account back. */
export const resetsOf = (userId: string) => ({ userId, restoresEmail: null, undoesFactor: false })

/** Whether a link takes an account back, and isn't a reset. */
export const takesBack = ({ restoresEmail, undoesFactor }: PasswordLink) =>
  restoresEmail !== null || undoesFactor

/**
 * @returns when a link is made: 1 ms after the second factor and passkeys that it leaves at the earliest, since servers'
 *   clocks differ.
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

/** @returns when a second factor is switched on, or a passkey added: with the user's links at the earliest, so that it falls with them. */
export function afterLinks(links: readonly PasswordLink[], now: Date): Date {
  return new Date(Math.max(now.getTime(), ...links.map(({ createdAt }) => createdAt.getTime())))
}

/**
 * Keeps what the owner of an account needs to take it back (D89).
 * @param since only links that are younger than this; absent: all.
 * @param what can't be done meanwhile: 'You can't leave'.
 * @throws HttpError 409 while a link can put an address back, with the time from which it can be done.
 */
export async function requireNoWayBack(
  read: Reading,
  { clock, timeZone }: Pick<Services, 'clock' | 'timeZone'>,
  userId: string,
  what: string,
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
    `Your account's email address was changed recently, and its previous address can take the account back until ${until}. ${what} before then.`,
  )
}

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
