import type { Rows } from '../store/memory-change'

/** @returns the domains of a user's passkeys, each once. */
export const passkeyDomains = (data: Pick<Rows, 'passkeys'>, wanted: string) =>
  [
    ...new Set(data.passkeys.filter(({ userId }) => userId === wanted).map(({ domain }) => domain)),
  ].sort()
