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
 * Who must have a second factor, and by when (D83, D138): what the site and the organisation ask for is one rule, for admins
 * and members.
 */

/** Whether the site asks for second factors, and whom; and where its passkeys work, which are some. */
export interface SecondFactorMode extends PasskeySite {
  twoFactor: Pick<Services['twoFactor'], 'mode'>
}

type WithRule = Pick<Organisation, 'secondFactor'>

/** @returns the rule of the site itself. */
export const leastRule = ({ twoFactor }: SecondFactorMode): SecondFactorRule =>
  twoFactor.mode === 'admins' ? 'admins' : 'nobody'

/** @returns the rule for an organisation's people: its own or the site's, whichever is stricter. */
export function ruleInForce(services: SecondFactorMode, { secondFactor }: WithRule) {
  const own = services.twoFactor.mode === 'off' ? 'nobody' : secondFactor
  const least = leastRule(services)
  return isLooser(own, least) ? least : own
}

/** @returns which of these users have what a rule asks for: a second factor that is on, or a passkey of this site. */
export async function whoHasFactor(
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

/** @returns when somebody must have set one up by whom a rule begins to ask. */
export const dueFrom = (now: Date): Date => later(now, secondFactorDays * day)

/**
 * @param wasAsked whether a rule asked them before. Then their time goes on.
 * @returns when somebody must have set one up by from now on; null: not required, or done.
 */
export function nextDue(
  {
    wasAsked,
    isAsked,
    hasFactor,
    due,
  }: { wasAsked: boolean; isAsked: boolean; hasFactor: boolean; due: Date | null },
  now: Date,
): Date | null {
  if (!isAsked || hasFactor) return null
  return (wasAsked && due) || dueFrom(now)
}

/**
 * Call it after reading the factor, which a change of the rule holds, too: so that one of the two knows of the other.
 * @returns when a user whose factor is removed in this change must have a new one by: at once; null: not required.
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

type Asked = Pick<User, 'id' | 'isAdmin' | 'secondFactorDue'>

/**
 * @returns in how many seconds a caller must have set one up, 0 if that time is over; null: not required.
 */
export async function secondFactorDueIn(
  services: Services,
  { user, organisation }: { user: Asked; organisation: WithRule },
): Promise<number | null> {
  const { id, isAdmin, secondFactorDue } = user
  if (!secondFactorDue || !asks(ruleInForce(services, organisation), isAdmin)) return null
  // It may have been set up at the instant at which a rule began to ask for it, or work again: the site's address is the
  // former one.
  if ((await whoHasFactor(services.store, services, [id])).has(id)) return null
  const left = secondFactorDue.getTime() - services.clock().getTime()
  return Math.max(0, Math.ceil(left / 1000))
}

/** @throws HttpError 403 for a caller whose time to set one up is over. */
export async function refuseIfFactorOverdue(
  services: Services,
  { user, organisation }: Pick<Caller, 'user' | 'organisation'>,
): Promise<void> {
  // While there is time, a call costs no further read.
  if (!user.secondFactorDue || user.secondFactorDue > services.clock()) return
  if ((await secondFactorDueIn(services, { user, organisation })) !== 0) return
  throw new HttpError(403, 'You must use two-factor authentication here. Please set it up first.', {
    code: 'second_factor_setup_required',
  })
}
