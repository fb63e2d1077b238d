import type { Seats } from '../../contract/team'

/** @returns the text that says that all seats are taken, or null while one is free. */
export function noSeatsText({ taken, reserved, limit }: Seats): string | null {
  if (limit === null || taken + reserved < limit) return null
  return `There are no seats left: all ${limit} are used${reserved > 0 ? ' or held for invitations' : ''}.`
}
