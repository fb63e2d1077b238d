import type { Services } from '../api/services'
import type { Reading, Row } from '../store/change'

/** A user's passkey. Deleted with the user. */
export type Passkey = Row<'passkeys'>

/** The settings that name the domain of this site's passkeys. */
export type PasskeySite = Pick<Services, 'appUrl' | 'passkeyDomain'>

/** @returns the domain of this site's passkeys: 'orglens.example'. */
export function domainOf({ appUrl, passkeyDomain }: PasskeySite): string {
  return passkeyDomain ?? (URL.canParse(appUrl) ? new URL(appUrl).hostname : '')
}

/** @returns those passkeys that can sign in at this site. */
export function passkeysOfSite(site: PasskeySite, passkeys: readonly Passkey[]): Passkey[] {
  const domain = domainOf(site)
  return passkeys.filter((one) => one.domain === domain)
}

/** @returns a user's passkeys that can sign in at this site. */
export const readPasskeysOfSite = (read: Pick<Reading, 'all'>, site: PasskeySite, userId: string) =>
  read.all('passkeys', { userId, domain: domainOf(site) })

/** @returns the names of those passkeys that can sign in at this site. */
export const namesOf = (site: PasskeySite, passkeys: readonly Passkey[]) =>
  passkeysOfSite(site, passkeys).map(({ name }) => name)
