import type { Places } from '../../contract/team'
import type { PlanLimits } from '../api/payments'
import type { Invitation } from './tables'

/** An organisation's members and invitations, which take seats. */
export interface Team {
  members: readonly unknown[]
  invitations: readonly Invitation[]
}

/** The maximum number of an organisation's open invitations, whatever its plan (D88), because listing the team reads them all. */
const mostOpenInvitations = 5_000

/** Whether an invitation can still be used. */
export const isOpen = ({ expiresAt }: Invitation, now: Date) => expiresAt > now

/** @returns the number of taken and reserved seats, and the limit. */
export function seatsOf(team: Team, limits: PlanLimits, now: Date): Places {
  return {
    taken: team.members.length,
    reserved: team.invitations.filter((one) => isOpen(one, now)).length,
    limit: limits.members ?? null,
  }
}

/**
 * @param emailKeys the addresses to invite, each once.
 * @param accounts those of them that have an account. They take no seat, but are only found out about if one is free.
 * @returns the addresses that find a free seat, in this order; an invited one has a seat already.
 */
export function withFreeSeat(
  team: Team,
  limits: PlanLimits,
  emailKeys: readonly string[],
  now: Date,
  accounts: { has(key: string): boolean } = new Set(),
): Set<string> {
  const { taken, reserved, limit } = seatsOf(team, limits, now)
  const open = new Set(
    team.invitations.filter((one) => isOpen(one, now)).map(({ emailKey }) => emailKey),
  )
  let free = Math.min((limit ?? Infinity) - taken, mostOpenInvitations) - reserved
  const found = new Set<string>()
  for (const key of emailKeys) {
    if (!open.has(key) && free <= 0) continue
    if (!open.has(key) && !accounts.has(key)) free -= 1
    found.add(key)
  }
  return found
}

/** @returns the reason why somebody finds no free seat, as part of a sentence. */
export function missingSeat({ members }: Team, { members: limit }: PlanLimits): string {
  return limit !== undefined && limit - members.length <= mostOpenInvitations
    ? 'no place left in your plan'
    : `no room for more than ${mostOpenInvitations} open invitations`
}
