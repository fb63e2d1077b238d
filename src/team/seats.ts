import type { Seats } from '../../contract/team'

export function seatsText({ taken, reserved, limit }: Seats): string {
  const people = `${taken} ${taken === 1 ? 'member' : 'members'}`
  const open = `${reserved} ${reserved === 1 ? 'invitation' : 'invitations'}`
  if (limit === null) return reserved > 0 ? `${people}, ${open}` : people
  const ofLimit = `${taken} of ${limit} places taken`
  return reserved > 0 ? `${ofLimit}, ${reserved} reserved by invitations` : ofLimit
}

/** @returns the text that says that all seats are taken, or null while one is free. */
export function noSeatsText({ taken, reserved, limit }: Seats): string | null {
  if (limit === null || taken + reserved < limit) return null
  return `There are no places left: all ${limit} are taken${reserved > 0 ? ' or reserved' : ''}.`
}
