import type { Caller } from '../http/caller'
import { HttpError } from '../http/http-error'
import { type PasskeySite, passkeysHere } from '../passkeys/site'
import type { Services } from '../services'
import { not, type Reading } from '../store/change'
import { day, later } from '../time'

/** Whether the site asks for second factors, and whom; and where its passkeys work, which are some. */
export interface SecondFactorMode extends PasskeySite {
  twoFactor: Pick<Services['twoFactor'], 'mode'>
}

/** Whether a user must have one. */
export const isSecondFactorRequired = (
  { twoFactor }: SecondFactorMode,
  { isAdmin }: Pick<Caller['user'], 'isAdmin'>,
) => twoFactor.mode === 'admins' && isAdmin

/** Whether a user has a second factor here: codes, or a passkey of this site. */
export async function hasSecondFactor(
  read: Pick<Reading, 'one' | 'all'>,
  site: PasskeySite,
  userId: string,
): Promise<boolean> {
  const [factor, passkeys] = await Promise.all([
    read.one('secondFactors', { userId, since: not(null) }),
    passkeysHere(read, site, userId),
  ])
  return factor !== null || passkeys.length > 0
}

/** How long an admin has to set one up, if admins must have one. */
const daysToSetUp = 7

/** @returns when a new admin must have one by; null: not required. */
export function dueForNewAdmin({ twoFactor }: SecondFactorMode, now: Date): Date | null {
  return twoFactor.mode === 'admins' ? later(now, daysToSetUp * day) : null
}

/** @returns when a user whose factor is reset must have a new one by; null: not required. */
export function dueAfterLoss(
  { twoFactor }: SecondFactorMode,
  isAdmin: boolean,
  now: Date,
): Date | null {
  return twoFactor.mode === 'admins' && isAdmin ? now : null
}

/**
 * @returns in how many seconds a caller must have set one up, 0 if that time is over; null: not required.
 */
export async function secondFactorDueIn(
  services: Services,
  { user }: Pick<Caller, 'user'>,
): Promise<number | null> {
  const { store, clock } = services
  if (!isSecondFactorRequired(services, user) || !user.secondFactorDue) return null
  const left = user.secondFactorDue.getTime() - clock().getTime()
  if (left > 0) return Math.ceil(left / 1000)
  // The role may have changed at the instant of the set-up, or the site's address have changed and changed back.
  return (await hasSecondFactor(store, services, user.id)) ? null : 0
}

/** @throws HttpError 403 for an admin whose time to set one up is over. */
export async function requireSecondFactor(
  services: Services,
  caller: Pick<Caller, 'user'>,
): Promise<void> {
  if ((await secondFactorDueIn(services, caller)) !== 0) return
  throw new HttpError(
    403,
    'Admins must use two-factor authentication here. Please set it up first.',
  )
}
