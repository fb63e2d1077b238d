import type { Places } from '../../contract/team'
import type { PlanLimits } from '../api/payments'
import type { Invitation } from './tables'

/** An organisation's people and invitations, as far as they take places. */
export interface Team {
  members: readonly unknown[]
  invitations: readonly Invitation[]
}

/**
 * The most open invitations of an organisation, whatever its plan (D88): whoever looks at the team, or invites,
 * reads them all.
 */
const mostOpenInvitations = 5_000

/** Whether an invitation can still be used. */
export const isOpen = ({ expiresAt }: Invitation, now: Date) => expiresAt > now

/** @returns the number of taken and reserved places, and the limit. */
export function placesOf(team: Team, limits: PlanLimits, now: Date): Places {
  return {
    taken: team.members.length,
    reserved: team.invitations.filter((one) => isOpen(one, now)).length,
    limit: limits.members ?? null,
  }
}

/**
 * @param emailKeys the people to invite, each once.
 * @param unplaced those of them who take no place, though it needs a free one to hear of them: they have an account.
 * @returns those with a free place, in this order; somebody already invited has one.
 */
export function withFreePlace(
  team: Team,
  limits: PlanLimits,
  emailKeys: readonly string[],
  now: Date,
  unplaced: { has(key: string): boolean } = new Set(),
): Set<string> {
  const { taken, reserved, limit } = placesOf(team, limits, now)
  const open = new Set(
    team.invitations.filter((one) => isOpen(one, now)).map(({ emailKey }) => emailKey),
  )
  let free = Math.min((limit ?? Infinity) - taken, mostOpenInvitations) - reserved
  const found = new Set<string>()
  for (const key of emailKeys) {
    if (!open.has(key) && free <= 0) continue
    if (!open.has(key) && !unplaced.has(key)) free -= 1
    found.add(key)
  }
  return found
}

/** @returns what there isn't for people who find no free place. */
export function missingPlace({ members }: Team, { members: limit }: PlanLimits): string {
  return limit !== undefined && limit - members.length <= mostOpenInvitations
    ? 'no place left in your plan'
    : `no room for more than ${mostOpenInvitations} open invitations`
}
