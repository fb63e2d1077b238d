import type { PlanLimits } from '../api/payments'
import { above, type Reading } from '../store/change'
import type { Invitation } from './tables'

/** The numbers of an organisation's members and open invitations. */
export interface TakenSeats {
  members: number
  invitations: number
}

/** The maximum number of an organisation's open invitations, whatever its plan (D78), because listing the team reads them all. */
const mostOpenInvitations = 5_000

/** Whether an invitation can still be used. */
export const isOpen = ({ expiresAt }: Invitation, now: Date) => expiresAt > now

/** Reads how many seats are taken. The organisation's lock covers them. */
export async function readTakenSeats(
  read: Reading,
  organisationId: string,
  now: Date,
): Promise<TakenSeats> {
  const [members, invitations] = await Promise.all([
    read.count('users', { organisationId }),
    read.count('invitations', { organisationId, expiresAt: above(now) }),
  ])
  return { members, invitations }
}

/** @returns the number of free seats, at most 0 if there are none. */
export const freeSeats = ({ members, invitations }: TakenSeats, limits: PlanLimits) =>
  Math.min((limits.members ?? Infinity) - members, mostOpenInvitations) - invitations

/** @returns the reason why somebody finds no free seat, as part of a sentence. */
export function missingSeat({ members }: TakenSeats, { members: limit }: PlanLimits): string {
  return limit !== undefined && limit - members <= mostOpenInvitations
    ? 'no seat left in your plan'
    : `no room for more than ${mostOpenInvitations} open invitations`
}
