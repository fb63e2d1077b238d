import { HttpError } from '../http-error'
import { invitationMail } from '../mail/contents'
import { oneLine } from '../mail/plain-text'
import type { Network } from '../networks'
import type { Services } from '../services'
import type { Caller, Invitation, Mail } from '../store/entities'
import { day, later, second } from '../time'
import { emailKey, isEmailAddress } from './email'
import { countInvitations } from './mail-limits'
import { mailTo } from './outbox'
import { randomToken, tokenHash } from './tokens'

const lifetimeInDays = 7
const maxAddresses = 500
/** The distance between the mails of one call in the outbox, in ms, so that others interleave. */
const turnSpacing = second
/** How much of an excluded address is repeated to the user, in characters: it may be any text. */
const longestShown = 80

/**
 * Invites people into the caller's organisation, each with a mail of their own (D32).
 * @param entries addresses as typed.
 * @returns a text for the user about what happened to them.
 * @throws HttpError 422 for no address or too many; 429 when the organisation has used up its
 *   limit. Then nobody is invited.
 */
export async function inviteMembers(
  services: Services,
  caller: Pick<Caller, 'user' | 'organisation' | 'live'>,
  entries: readonly string[],
): Promise<string> {
  const typed = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  if (typed.length === 0) throw new HttpError(422, 'Please enter at least one e-mail address.')
  if (typed.length > maxAddresses) {
    throw new HttpError(422, `Please invite at most ${maxAddresses} people at a time.`)
  }
  const { store } = services
  const { user, organisation } = caller
  // Only addresses get keys: for other texts that may be slow.
  const keys = new Map(typed.filter(isEmailAddress).map((email) => [email, emailKey(email)]))
  const organisationIds = await store.findOrganisationIdsByEmailKeys([...keys.values()])
  const candidates = new Set([...keys.values()].filter((key) => !organisationIds.has(key)))
  const counted = await countInvitations(services, caller, [...candidates])

  const invited = new Map<string, string>()
  const excluded: string[] = []
  const listed = new Set<string>()
  for (const email of typed) {
    const key = keys.get(email)
    const memberOf = key && organisationIds.get(key)
    if (key === undefined) excluded.push(`${shown(email)} (not a valid address)`)
    else if (memberOf === organisation.id) excluded.push(`${shown(email)} (already a member)`)
    else if (memberOf) excluded.push(`${shown(email)} (has an account already)`)
    else if (listed.has(key)) excluded.push(`${shown(email)} (listed twice)`)
    else if (!counted.has(key)) excluded.push(`${shown(email)} (invited too often today)`)
    else invited.set(key, email)
    if (key !== undefined) listed.add(key)
  }

  const prepared = [...invited.values()].map((email, index) =>
    prepareInvitation(services, { user, organisation }, email, index * turnSpacing),
  )
  if (prepared.length > 0) {
    await store.saveInvitations(
      prepared.map(({ invitation }) => invitation),
      prepared.map(({ mail }) => mail),
    )
    services.mail.wake()
  }
  return summary(prepared.length, excluded)
}

/**
 * @param delay how long its mail lets others go first, in ms.
 * @returns an invitation by `user` and its mail, to be saved together.
 */
export function prepareInvitation(
  services: Pick<Services, 'clock' | 'appUrl' | 'productName' | 'mail'>,
  { user, organisation }: Pick<Caller, 'user' | 'organisation'>,
  email: string,
  delay = 0,
): { invitation: Invitation; mail: Mail } {
  const token = randomToken()
  const createdAt = services.clock()
  const invitation: Invitation = {
    id: crypto.randomUUID(),
    organisationId: organisation.id,
    emailKey: emailKey(email),
    tokenHash: tokenHash(token),
    createdAt,
    expiresAt: later(createdAt, lifetimeInDays * day),
    openedAt: null,
    openedFrom: null,
  }
  const mail = mailTo(
    services,
    email,
    invitationMail({
      productName: services.productName,
      organisationName: organisation.name,
      invitedBy: user.fullName,
      link: `${services.appUrl}/invite/${token}`,
      expiresInDays: lifetimeInDays,
    }),
    later(createdAt, delay),
  )
  return { invitation, mail }
}

/**
 * @returns an excluded address to be repeated to the user, on one line, truncated between
 *   characters.
 */
function shown(email: string): string {
  const [...characters] = oneLine(email.slice(0, 4 * longestShown))
  return characters.length > longestShown
    ? `${characters.slice(0, longestShown).join('')}…`
    : characters.join('')
}

function summary(sent: number, excluded: readonly string[]): string {
  const count = sent === 0 ? 'No' : String(sent)
  const outcome = `${count} ${sent === 1 ? 'invitation' : 'invitations'} sent.`
  return excluded.length === 0 ? outcome : `${outcome} Excluded: ${excluded.join(', ')}.`
}

/**
 * Opens an invitation's link. For the next hour its address may join from that network (D45),
 * provided that the network is the client's own (D67).
 * @returns the name of the inviting organisation.
 * @throws HttpError 422 for an unknown, used or expired link, 409 for an address that has an
 *   account.
 */
export async function openInvitation(
  services: Services,
  token: string,
  network: Network,
): Promise<string> {
  const { store, clock } = services
  const from = network.isOwn ? network.near : null
  const opened = await store.openInvitation(tokenHash(token), clock(), from)
  if (!opened) {
    throw new HttpError(
      422,
      'This invitation was used or has expired. Ask whoever invited you for a new one.',
    )
  }
  if (await store.findMembershipByEmailKey(opened.invitation.emailKey)) {
    throw new HttpError(
      409,
      'You have an account with this e-mail address already. Please sign in.',
    )
  }
  return opened.organisation.name
}
