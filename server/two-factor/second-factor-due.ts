import {
  asks,
  isLooser,
  type SecondFactorRule,
  secondFactorDays,
} from '../../contract/second-factor-rule'
import type { Caller } from '../api/caller'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { day, later } from '../lib/time'
import type { Organisation, User } from '../people/tables'
import { not, oneOf, type Reading } from '../store/change'
import { domainOf, type PasskeySite } from './passkey-site'

/*
 * The time by which a user must have a second factor (D83, D138). The rules of the site and of the organisation are one rule:
 * the stricter of the two.
 */

/** The settings about second factors: whether the site has them and asks for them, and the domain of its passkeys. */
export interface SecondFactorMode extends PasskeySite {
  twoFactor: Pick<Services['twoFactor'], 'mode'>
}

type WithRule = Pick<Organisation, 'secondFactor'>

/** @returns the rule of the site itself. */
export const leastRule = ({ twoFactor }: SecondFactorMode): SecondFactorRule =>
  twoFactor.mode === 'admins' ? 'admins' : 'nobody'

/** @returns the rule for an organisation's users: its own or the site's, whichever is stricter. */
export function ruleInForce(services: SecondFactorMode, { secondFactor }: WithRule) {
  const own = services.twoFactor.mode === 'off' ? 'nobody' : secondFactor
  const least = leastRule(services)
  return isLooser(own, least) ? least : own
}

/** @returns the ids of those users who meet a rule: with a second factor that is on, or a passkey of this site. */
export async function idsWithFactor(
  read: Pick<Reading, 'all'>,
  site: PasskeySite,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const userId = oneOf(userIds)
  const [factors, passkeys] = await Promise.all([
    read.all('secondFactors', { userId, since: not(null) }),
    read.all('passkeys', { userId, domain: domainOf(site) }),
  ])
  return new Set([...factors, ...passkeys].map((one) => one.userId))
}

/** @returns the time by which a user needs a second factor if a rule begins to ask for it now. */
export const dueFrom = (now: Date): Date => later(now, secondFactorDays * day)

/**
 * @param before.wasAsked whether a rule asked the user before. Then the time that was set before stays.
 * @returns the time by which a user needs a second factor; null if it isn't required, or they have one.
 */
export function nextDue(
  before: { wasAsked: boolean; isAsked: boolean; hasFactor: boolean; due: Date | null },
  now: Date,
): Date | null {
  if (!before.isAsked || before.hasFactor) return null
  return (before.wasAsked && before.due) || dueFrom(now)
}

/**
 * Call it after reading the factor. A change of the rule holds the factor, too, so one of the two changes sees the other.
 * @returns the time by which a user needs a new factor if this change removes the last one: now; null if no rule asks for it.
 */
export async function dueAfterLoss(
  services: SecondFactorMode,
  read: Reading,
  { organisationId, isAdmin }: Pick<User, 'organisationId' | 'isAdmin'>,
  now: Date,
): Promise<Date | null> {
  const organisation = await read.one('organisations', { id: organisationId }, 'not-held')
  return organisation && asks(ruleInForce(services, organisation), isAdmin) ? now : null
}

type UserWithDue = Pick<User, 'id' | 'isAdmin' | 'secondFactorDue'>

/** @returns the seconds that a caller has to set up a second factor, 0 if that time is over; null if it isn't required. */
export async function secondFactorDueIn(
  services: Services,
  { user, organisation }: { user: UserWithDue; organisation: WithRule },
): Promise<number | null> {
  const { id, isAdmin, secondFactorDue } = user
  if (!secondFactorDue || !asks(ruleInForce(services, organisation), isAdmin)) return null
  // The user may have set one up while the rule was changed, or a passkey works again because the site has its former
  // address back.
  if ((await idsWithFactor(services.store, services, [id])).has(id)) return null
  const remaining = secondFactorDue.getTime() - services.clock().getTime()
  return Math.max(0, Math.ceil(remaining / 1000))
}

/** @throws HttpError 403 for a caller whose time to set up a second factor is over. */
export async function refuseIfFactorOverdue(
  services: Services,
  { user, organisation }: Pick<Caller, 'user' | 'organisation'>,
): Promise<void> {
  // Reads nothing while there is time left.
  if (!user.secondFactorDue || user.secondFactorDue > services.clock()) return
  if ((await secondFactorDueIn(services, { user, organisation })) !== 0) return
  throw new HttpError(403, 'You must use two-factor authentication here. Please set it up first.', {
    code: 'second_factor_setup_required',
  })
}
