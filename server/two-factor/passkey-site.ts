import type { Services } from '../api/services'
import type { Reading, Row } from '../store/change'

/** A user's passkey. Deleted with the user. */
export type Passkey = Row<'passkeys'>

/** What says where this site's passkeys work. */
export type PasskeySite = Pick<Services, 'appUrl' | 'passkeyDomain'>

/** @returns the domain of this site's passkeys: 'orglens.example'. */
export function domainOf({ appUrl, passkeyDomain }: PasskeySite): string {
  return passkeyDomain ?? (URL.canParse(appUrl) ? new URL(appUrl).hostname : '')
}

/** @returns those that can sign in here, among a user's. */
export function ofThisSite(site: PasskeySite, passkeys: readonly Passkey[]): Passkey[] {
  const domain = domainOf(site)
  return passkeys.filter((one) => one.domain === domain)
}

/** @returns those of a user that can sign in here. */
export const passkeysHere = (read: Pick<Reading, 'all'>, site: PasskeySite, userId: string) =>
  read.all('passkeys', { userId, domain: domainOf(site) })

/** @returns their names, as a person reads which of them sign in. */
export const namesOf = (site: PasskeySite, passkeys: readonly Passkey[]) =>
  ofThisSite(site, passkeys).map(({ name }) => name)
