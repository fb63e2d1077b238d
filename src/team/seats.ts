import type { Seats } from '../../contract/team'

export function seatsText({ taken, reserved, limit }: Seats): string {
  const people = `${taken} ${taken === 1 ? 'member' : 'members'}`
  const open = `${reserved} ${reserved === 1 ? 'invitation' : 'invitations'}`
  if (limit === null) return reserved > 0 ? `${people}, ${open}` : people
  const ofLimit = `${taken} of ${limit} seats used`
  return reserved > 0 ? `${ofLimit}, ${reserved} held for invitations` : ofLimit
}

/** @returns the text that says that all seats are taken, or null while one is free. */
export function noSeatsText({ taken, reserved, limit }: Seats): string | null {
  if (limit === null || taken + reserved < limit) return null
  return `There are no seats left: all ${limit} are used${reserved > 0 ? ' or held for invitations' : ''}.`
}
