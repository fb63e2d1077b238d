import type { Services } from '../services'
import type { Organisation, User } from '../store/entities'
import type { Count } from '../store/store'
import { countOrRefuse } from './rate-limit'
import { tokenHash } from './tokens'

/**
 * Counts invitations by whom they go to, and then those that may be sent by who sends them (D49).
 * @param emailKeys of the recipients, each once.
 * @returns those who may be invited now; the others have been invited often enough today.
 * @throws HttpError 429 when the organisation has sent as many as it may; then nothing was counted.
 */
export async function countInvitations(
  services: Services,
  { id }: Organisation,
  emailKeys: readonly string[],
): Promise<Set<string>> {
  const { store, clock, rateLimits } = services
  if (!rateLimits || emailKeys.length === 0) return new Set(emailKeys)
  const { ofOrganisation, toRecipient, toRecipientOfOrganisation } = rateLimits.invitations
  const recipients = emailKeys.map((emailKey) => {
    const address = tokenHash(emailKey)
    const counts: Count[] = [
      { key: `invitations to ${address}`, limit: toRecipient },
      { key: `invitations to ${address} of ${id}`, limit: toRecipientOfOrganisation },
    ]
    return { emailKey, counts }
  })
  const waits = await store.countCalls(
    recipients.map(({ counts }) => counts),
    clock(),
  )
  const welcome = recipients.filter((_recipient, index) => waits[index] === 0)
  if (welcome.length > 0) {
    try {
      await countOrRefuse(
        services,
        [{ key: `invitations of ${id}`, limit: ofOrganisation, cost: welcome.length }],
        'Your organisation has sent as many invitations as it may for now.',
      )
    } catch (error) {
      await store.giveBackCalls(welcome.flatMap(({ counts }) => counts))
      throw error
    }
  }
  return new Set(welcome.map(({ emailKey }) => emailKey))
}

/**
 * Counts a change of a user's address, which mails a notice to the old one (D49): by the user, and by
 * who gets that notice, since nobody proves that an address is theirs and many users may pass one on.
 * @returns takes the count back, for a change that wasn't made.
 * @throws HttpError 429 when it was changed too often.
 */
export async function countAddressChange(
  services: Services,
  { id, emailKey }: Pick<User, 'id' | 'emailKey'>,
): Promise<() => Promise<void>> {
  const { store, rateLimits } = services
  if (!rateLimits) return async () => {}
  const { ofUser, fromAddress } = rateLimits.addressChanges
  const counts: Count[] = [
    { key: `address changes of ${id}`, limit: ofUser },
    { key: `address changes from ${tokenHash(emailKey)}`, limit: fromAddress },
  ]
  await countOrRefuse(services, counts, 'This address was changed too often.')
  return () => store.giveBackCalls(counts)
}
