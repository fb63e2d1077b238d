import type { PasswordLink } from './tables'

/** @returns the links that restore addresses of a user, valid at `now`, oldest first (D66). */
export function undoLinks(
  links: readonly PasswordLink[],
  userId: string,
  now: Date,
): PasswordLink[] {
  return links
    .filter((link) => link.userId === userId && link.restoresEmail !== null && link.expiresAt > now)
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}
