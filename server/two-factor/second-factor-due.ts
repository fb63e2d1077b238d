import type { Caller } from '../http/caller'
import { HttpError } from '../http/http-error'
import type { Services } from '../services'
import { day, later } from '../time'

/** Whether the site asks for second factors, and whom. */
export interface SecondFactorMode {
  twoFactor: Pick<Services['twoFactor'], 'mode'>
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
  { store, clock, twoFactor }: Services,
  { user }: Pick<Caller, 'user'>,
): Promise<number | null> {
  if (twoFactor.mode !== 'admins' || !user.isAdmin || !user.secondFactorDue) return null
  const left = user.secondFactorDue.getTime() - clock().getTime()
  if (left > 0) return Math.ceil(left / 1000)
  // The role may have changed at the instant of the set-up.
  return (await store.one('secondFactors', { userId: user.id }))?.since ? null : 0
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
