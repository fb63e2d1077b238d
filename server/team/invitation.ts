import type { Caller } from '../api/caller'
import { FieldsError, HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import type { Services } from '../api/services'
import { limitsOf } from '../billing/plan/shown-plan'
import { day, later, second } from '../lib/time'
import { randomToken, tokenHash } from '../lib/tokens'
import { mailTo } from '../mail/outbox'
import { byOrglens, byUser } from '../people/author'
import { emailKey, isEmailAddress } from '../people/email'
import { withAccount } from '../people/person'
import type { Organisation } from '../people/tables'
import { oneLine } from '../people/visible-text'
import { above, type ChangeStore, put, type Reading, set } from '../store/change'
import { type Author, entryOf, toEntries } from '../store/entry'
import type { Mail } from '../store/outgoing-mail'
import { countInvitations, giveBackInvitations } from './mail-limits'
import { invitationMail } from './mails'
import { missingPlace, type Team, withFreePlace } from './places'
import type { Invitation } from './tables'
import { readTeam, revocationOf, withdrawalOf } from './team'

const lifetimeInDays = 7
const maxAddresses = 500
/** The distance between the mails of one call in the outbox, in ms, so that others interleave. */
const turnSpacing = second
/** Of an address that is there once more, which needs no mending. */
const repeated = 'listed twice'
/** The part of an excluded address that is repeated to the user, in characters: it may be any text. */
const longestShown = 80
/** How many excluded addresses of one reason are named; of more, how many of them. */
const mostNamed = 10
const namedOfMore = 3

/** The inviter. */
type Inviting = Pick<Caller, 'user' | 'organisation' | 'live' | 'sessionId'>

/**
 * Invites people into the caller's organisation, each with a mail of their own (D32).
 * @param entries addresses as typed.
 * @returns how many were invited, and a text for the user about the others; those that were excluded, as they
 *   came, except for repetitions (D102).
 * @throws HttpError 422 for no address or too many; 429 when the organisation has used up its
 *   limit. Then nobody is invited.
 */
export async function inviteMembers(
  services: Services,
  caller: Inviting,
  network: Network,
  entries: readonly string[],
): Promise<{ message: string; invited: number; excluded: string[] }> {
  const typed = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  if (typed.length === 0) {
    throw new FieldsError(422, { emails: 'Please enter at least one email address.' })
  }
  if (typed.length > maxAddresses) {
    throw new FieldsError(422, {
      emails: `Please invite at most ${maxAddresses} people at a time.`,
    })
  }
  const { store } = services
  const { organisation } = caller
  // Only addresses get keys: for other texts that may be slow.
  const keys = new Map(typed.filter(isEmailAddress).map((email) => [email, emailKey(email)]))
  const limits = limitsOf(services, caller.live)
  const team = await readTeam(services, organisation.id)
  const own = new Set(team.members.map((member) => member.emailKey))
  const asked = [...new Set(keys.values())].filter((key) => !own.has(key))
  const counted = await countInvitations(services, caller, network, asked)
  const accounts = await withAccount(store, [...counted])
  const placed = withFreePlace(team, limits, [...counted], services.clock(), accounts)
  const free = [...placed].filter((key) => !accounts.has(key))
  const untold = asked.length - (placed.size - free.length)
  const unmailed = [...counted].filter((key) => !free.includes(key))
  await giveBackInvitations(services, network, untold, unmailed)
  const emails = new Map([...keys].map(([email, key]) => [key, email] as const).reverse())
  const invited = await keepInvitations(
    services,
    caller,
    network,
    free.map((key) => emails.get(key) ?? key),
  )

  /** By reason. */
  const excluded = new Map<string, string[]>()
  const toBeMended = new Set<string>()
  function exclude(email: string, reason: string): void {
    excluded.set(reason, [...(excluded.get(reason) ?? []), email])
    if (reason !== repeated) toBeMended.add(email)
  }
  const listed = new Set<string>()
  for (const email of typed) {
    const key = keys.get(email)
    if (key === undefined) exclude(email, 'not a valid address')
    else if (own.has(key)) exclude(email, 'already a member')
    else if (listed.has(key)) exclude(email, repeated)
    else if (!counted.has(key)) exclude(email, 'invited too often today')
    else if (placed.has(key) && accounts.has(key)) exclude(email, 'already has an account')
    else if (!invited.has(key)) exclude(email, missingPlace(team, limits))
    if (key !== undefined) listed.add(key)
  }
  return {
    message: summary(invited.size, excluded),
    invited: invited.size,
    excluded: [...toBeMended],
  }
}

/**
 * Saves invitations in this order, while there are free places. Each replaces an earlier one for the same address.
 * @returns the keys of the saved ones.
 */
async function keepInvitations(
  services: Services,
  caller: Inviting,
  network: Network,
  emails: readonly string[],
): Promise<Set<string>> {
  const { store, clock } = services
  const { user, organisation, live } = caller
  const limits = limitsOf(services, live)
  const byKey = new Map(emails.map((email) => [emailKey(email), email]))
  if (byKey.size === 0) return new Set()
  const lock = { organisation: organisation.id }
  return await store.change('invite', lock, caller, async (read) => {
    const now = clock()
    const kept = withFreePlace(await teamOf(read, organisation.id), limits, [...byKey.keys()], now)
    if (kept.size === 0) return { answer: kept }
    const prepared = [...kept].map((key, index) =>
      prepareInvitation(services, caller, byKey.get(key) ?? key, index * turnSpacing),
    )
    return {
      answer: kept,
      ...savingOf(
        prepared.map(({ invitation }) => invitation),
        byUser(user, network),
        now,
      ),
      mails: prepared.map(({ mail }) => mail),
    }
  })
}

/** @returns what inviting writes, and its one entry, which lists the addresses (D94). */
export function savingOf(invitations: readonly Invitation[], by: Author, now: Date) {
  const addresses = invitations.map(({ email }) => email)
  const facts =
    addresses.length > 1 ? { details: { addresses } } : { subject: addresses[0] ?? null }
  return {
    writes: [put('invitations', ['organisationId', 'emailKey'], ...invitations)],
    entries: toEntries(
      invitations
        .slice(0, 1)
        .map(({ organisationId }) => entryOf(now, organisationId, by, 'invited', facts)),
    ),
  }
}

/** @returns who takes places: the organisation's lock covers them. */
async function teamOf(read: Reading, organisationId: string): Promise<Team> {
  const [members, invitations] = await Promise.all([
    read.all('users', { organisationId }, 'not-held'),
    read.all('invitations', { organisationId }, 'not-held'),
  ])
  return { members, invitations }
}

const noSuchInvitation = () => new HttpError(404, 'Your organisation has no such invitation.')

/**
 * Resends an invitation with a new link, voiding the old one. It counts like a new one (D49).
 * @returns the result, as text for the user.
 * @throws HttpError 404 for an unknown invitation, 409 if its address has an account by now or
 * no place is left, 429 if the address was invited too often.
 */
export async function resendInvitation(
  services: Services,
  caller: Inviting,
  network: Network,
  invitationId: string,
): Promise<string> {
  const { store, clock } = services
  const { user, organisation, live } = caller
  const { invitations } = await readTeam(services, organisation.id)
  const known = invitations.find(({ id }) => id === invitationId)
  if (!known) throw noSuchInvitation()
  const { email, emailKey } = known
  const counted = await countInvitations(services, caller, network, [emailKey])
  if (counted.size === 0) throw new HttpError(429, `${email} was invited too often today.`)
  const isTold = (await store.one('users', { emailKey })) !== null
  await giveBackInvitations(services, network, isTold ? 0 : 1, isTold ? [emailKey] : [])
  if (isTold) throw new HttpError(409, `${email} already has an account.`, { code: 'taken' })
  const limits = limitsOf(services, live)
  const lock = { organisation: organisation.id }
  await store.change('resend-invitation', lock, caller, async (read) => {
    const now = clock()
    const [before, team] = await Promise.all([
      read.one('invitations', { id: invitationId, organisationId: organisation.id }),
      teamOf(read, organisation.id),
    ])
    if (!before) throw noSuchInvitation()
    if (withFreePlace(team, limits, [emailKey], now).size === 0) {
      throw new HttpError(409, `There is ${missingPlace(team, limits)}.`, { code: 'limit_reached' })
    }
    const { invitation, mail } = prepareInvitation(services, caller, email)
    const by = byUser(user, network)
    return {
      answer: undefined,
      writes: [
        set('invitations', { id: invitationId }, { ...invitation, id: invitationId }),
        ...withdrawalOf([before]),
      ],
      mails: [mail],
      entries: [entryOf(now, organisation.id, by, 'invitation-sent-again', { subject: email })],
    }
  })
  return `The invitation was sent to ${email} again.`
}

/** Revokes an invitation, even an opened one. @throws HttpError 404 if there is none. */
export async function revokeInvitation(
  { store, clock }: Services,
  caller: Pick<Caller, 'user' | 'organisation' | 'sessionId'>,
  network: Network,
  invitationId: string,
): Promise<void> {
  const { id: organisationId } = caller.organisation
  await store.change(
    'revoke-invitation',
    { organisation: organisationId },
    caller,
    async (read) => {
      const invitation = await read.one('invitations', { id: invitationId, organisationId })
      if (!invitation) throw noSuchInvitation()
      const facts = { subject: invitation.email }
      const by = byUser(caller.user, network)
      return {
        answer: undefined,
        writes: revocationOf([invitation]),
        entries: [entryOf(clock(), organisationId, by, 'invitation-revoked', facts)],
      }
    },
  )
}

/** Logs that an invitation has expired, unless it was logged before, or the invitation was replaced meanwhile. */
export async function noteExpiry(
  store: ChangeStore,
  { id, tokenHash }: Invitation,
  now: Date,
): Promise<void> {
  await store.change('note-expiry', { row: 'invitations', where: { id } }, null, async (read) => {
    const invitation = await read.one('invitations', { id, tokenHash, expiryRecorded: false })
    if (!invitation) return { answer: undefined }
    const { organisationId, email: subject } = invitation
    return {
      answer: undefined,
      writes: [set('invitations', { id }, { expiryRecorded: true })],
      entries: [entryOf(now, organisationId, byOrglens(), 'invitation-expired', { subject })],
    }
  })
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
  const mail = mailTo(
    services,
    { id: null, email },
    invitationMail({
      productName: services.productName,
      organisationName: organisation.name,
      invitedBy: user.fullName,
      link: `${services.appUrl}/invite/${token}`,
      expiresInDays: lifetimeInDays,
    }),
    later(createdAt, delay),
  )
  const invitation: Invitation = {
    id: crypto.randomUUID(),
    organisationId: organisation.id,
    emailKey: emailKey(email),
    email,
    invitedBy: user.fullName,
    invitedById: user.id,
    tokenHash: tokenHash(token),
    createdAt,
    expiresAt: later(createdAt, lifetimeInDays * day),
    openedAt: null,
    openedFrom: null,
    mailId: mail.id,
    mailSettledAt: services.mail.captures ? createdAt : null,
    mailFailure: null,
    expiryRecorded: false,
  }
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

function summary(sent: number, excluded: ReadonlyMap<string, readonly string[]>): string {
  const count = sent === 0 ? 'No' : String(sent)
  const outcome = `${count} ${sent === 1 ? 'invitation' : 'invitations'} sent.`
  if (excluded.size === 0) return outcome
  const reasons = [...excluded].map(([reason, emails]) => {
    if (emails.length <= mostNamed) return emails.map((email) => `${shown(email)} (${reason})`)
    const named = emails.slice(0, namedOfMore).map(shown)
    return `${named.join(', ')} and ${emails.length - namedOfMore} more (${reason})`
  })
  return `${outcome} Excluded: ${reasons.flat().join(', ')}.`
}

/**
 * Opens an invitation's link. For the next hour its address may join from that network (D45),
 * provided that the network is the client's own (D67).
 * @returns the name of the inviting organisation, and the invited address.
 * @throws HttpError 422 for an unknown, used or expired link, 409 for an address that has an
 *   account.
 */
export async function openInvitation(
  services: Services,
  token: string,
  network: Network,
): Promise<{ organisationName: string; email: string }> {
  const { store, clock } = services
  const from = network.isOwn ? network.near : null
  const opened = await noteOpening(store, tokenHash(token), clock(), from)
  if (!opened) {
    throw new HttpError(
      422,
      'This invitation was used or has expired. If you used it yourself, sign in; otherwise ask the person who invited you for a new one.',
      { code: 'link_expired' },
    )
  }
  if (await store.one('users', { emailKey: opened.invitation.emailKey })) {
    throw new HttpError(
      409,
      'You already have an account with this email address. Please sign in.',
      { code: 'taken' },
    )
  }
  return { organisationName: opened.organisation.name, email: opened.invitation.email }
}

/**
 * Notes when, and from which network, the link of an invitation that hasn't expired was opened.
 * @param network null: not known.
 * @returns the invitation, and who invites; null: there is none.
 */
async function noteOpening(
  store: Pick<ChangeStore, 'save' | 'one'>,
  hash: string,
  now: Date,
  network: string | null,
): Promise<{ invitation: Invitation; organisation: Organisation } | null> {
  const isMeant = { tokenHash: hash, expiresAt: above(now) }
  const opened = set('invitations', isMeant, { openedAt: now, openedFrom: network })
  if ((await store.save(opened)) === 0) return null
  const invitation = await store.one('invitations', isMeant)
  const organisation =
    invitation && (await store.one('organisations', { id: invitation.organisationId }))
  return invitation && organisation && { invitation, organisation }
}
