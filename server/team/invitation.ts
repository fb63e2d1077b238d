import { addressIn } from '../../contract/pasted-text'
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
import type { User } from '../people/tables'
import { oneLine } from '../people/visible-text'
import { above, type ChangeStore, oneOf, put, set } from '../store/change'
import { type Author, entryOf, toEntries } from '../store/entry'
import type { Mail } from '../store/outgoing-mail'
import { countInvitations, giveBackInvitations } from './mail-limits'
import { invitationMail } from './mails'
import { freeSeats, isOpen, missingSeat, readTakenSeats } from './seats'
import type { Invitation } from './tables'
import { removalOf, removalOfMails } from './team'

const lifetimeInDays = 7
const maxAddresses = 500
/** Milliseconds between the mails of one call in the outbox, so that other mails go out between them. */
const turnSpacing = second
/** The reason for a repeated address, which needs no correction. */
const repeated = 'listed twice'
/** The length, in characters, to which an excluded address is cut in the answer: it may be any text. */
const longestShown = 80
/** The maximum number of excluded addresses of one reason that are all named. */
const mostNamed = 10
/** The number of addresses that are named if there are more. */
const namedOfMore = 3

type Inviter = Pick<Caller, 'user' | 'organisation' | 'live' | 'sessionId'>

/**
 * Invites people into the caller's organisation, each with a mail of their own (D32).
 * @param entries addresses as typed.
 * @returns the number of invited people, a text for the user about the others, and the excluded addresses as typed, except
 *   for repetitions (D102).
 * @throws HttpError 422 for no address or too many; 429 when the organisation has used up its limit. Then nobody is invited.
 */
export async function inviteMembers(
  services: Services,
  caller: Inviter,
  network: Network,
  entries: readonly string[],
): Promise<{ message: string; invited: number; excluded: string[] }> {
  const typed = requireSomeAddresses(entries)
  const { store } = services
  // Computes keys of addresses only, because normalising any other text may be slow.
  const keys = new Map<string, string>()
  const emails = new Map<string, string>()
  for (const entry of typed) {
    const email = addressIn(entry)
    if (!isEmailAddress(email)) continue
    const key = emailKey(email)
    keys.set(entry, key)
    if (!emails.has(key)) emails.set(key, email)
  }
  const users = await store.all('users', { emailKey: oneOf([...emails.keys()]) })
  const isOwn = ({ organisationId }: User) => organisationId === caller.organisation.id
  const members = new Set(users.filter(isOwn).map(({ emailKey }) => emailKey))
  const accounts = new Set(users.map(({ emailKey }) => emailKey))
  const others = [...new Set(keys.values())].filter((key) => !members.has(key))
  const counted = await countInvitations(services, caller, network, others)
  const { seated, reason } = await saveInvitations(
    services,
    caller,
    network,
    [...counted].map((key) => ({
      key,
      email: emails.get(key) ?? key,
      hasAccount: accounts.has(key),
    })),
  )
  const invited = new Set([...seated].filter((key) => !accounts.has(key)))
  const unrevealed = others.length - (seated.size - invited.size)
  const unmailed = [...counted].filter((key) => !invited.has(key))
  await giveBackInvitations(services, network, unrevealed, unmailed)

  const knownKeys = new Set<string>()
  /** @returns the reason why an address isn't invited; null if it is. */
  function reasonOf(email: string): string | null {
    const key = keys.get(email)
    if (key === undefined) return 'not a valid address'
    if (members.has(key)) return 'already a member'
    if (knownKeys.has(key)) return repeated
    knownKeys.add(key)
    if (!counted.has(key)) return 'invited too often today'
    if (!seated.has(key)) return reason
    return invited.has(key) ? null : 'already has an account'
  }
  const reasons = typed.map((email) => [email, reasonOf(email)] as const)
  return {
    message: summaryOf(invited.size, reasons),
    invited: invited.size,
    excluded: [
      ...new Set(
        reasons.flatMap(([email, reason]) => (reason === null || reason === repeated ? [] : email)),
      ),
    ],
  }
}

/** @returns the addresses without blank ones. @throws FieldsError 422 for none or too many. */
function requireSomeAddresses(entries: readonly string[]): string[] {
  const typed = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  if (typed.length === 0) {
    throw new FieldsError(422, { emails: 'Please enter at least one email address.' })
  }
  if (typed.length > maxAddresses) {
    throw new FieldsError(422, {
      emails: `Please invite at most ${maxAddresses} people at a time.`,
    })
  }
  return typed
}

interface Invitee {
  key: string
  email: string
  /**
   * Whether the address has an account. Then it isn't invited and takes no seat, but the answer says so only if a seat
   * is free.
   */
  hasAccount: boolean
}

/**
 * Saves invitations in this order, while there are free seats. Each replaces an earlier one for the same address.
 * @returns the keys of those that find a free seat, with or without an account, and the reason why the others don't.
 */
async function saveInvitations(
  services: Services,
  caller: Inviter,
  network: Network,
  invitees: readonly Invitee[],
): Promise<{ seated: Set<string>; reason: string }> {
  const { store, clock } = services
  const limits = limitsOf(services, caller.live)
  const organisationId = caller.organisation.id
  return await store.change('invite', { organisation: organisationId }, caller, async (read) => {
    const now = clock()
    const emailKey = oneOf(invitees.map(({ key }) => key))
    const isInvited = { organisationId, emailKey, expiresAt: above(now) }
    const [taken, open] = await Promise.all([
      readTakenSeats(read, organisationId, now),
      read.all('invitations', isInvited, 'not-held'),
    ])
    const hasSeat = new Set(open.map(({ emailKey }) => emailKey))
    let free = freeSeats(taken, limits)
    const seated = invitees.filter(({ key, hasAccount }) => {
      if (hasSeat.has(key)) return true
      if (free <= 0) return false
      if (!hasAccount) free -= 1
      return true
    })
    const prepared = seated
      .filter(({ hasAccount }) => !hasAccount)
      .map(({ email }, index) => prepareInvitation(services, caller, email, index * turnSpacing))
    const answer = {
      seated: new Set(seated.map(({ key }) => key)),
      reason: missingSeat(taken, limits),
    }
    if (prepared.length === 0) return { answer }
    const invitations = prepared.map(({ invitation }) => invitation)
    return {
      answer,
      ...savedInvitations(invitations, byUser(caller.user, network), now),
      mails: prepared.map(({ mail }) => mail),
    }
  })
}

/** @returns the writes that save invitations, and their one entry, which lists the addresses (D94). */
export function savedInvitations(invitations: readonly Invitation[], author: Author, now: Date) {
  const addresses = invitations.map(({ email }) => email)
  const facts =
    addresses.length > 1 ? { details: { addresses } } : { subject: addresses[0] ?? null }
  return {
    writes: [put('invitations', ['organisationId', 'emailKey'], ...invitations)],
    entries: toEntries(
      invitations
        .slice(0, 1)
        .map(({ organisationId }) => entryOf(now, organisationId, author, 'invited', facts)),
    ),
  }
}

const noSuchInvitation = () => new HttpError(404, 'Your organisation has no such invitation.')

/**
 * Resends an invitation with a new link, voiding the old one. It counts like a new one (D49).
 * @returns the result, as text for the user.
 * @throws HttpError 404 for an unknown invitation, 409 if its address has an account by now or
 * no seat is left, 429 if the address was invited too often.
 */
export async function resendInvitation(
  services: Services,
  caller: Inviter,
  network: Network,
  invitationId: string,
): Promise<string> {
  const { store, clock } = services
  const { user, organisation, live } = caller
  const isMeant = { id: invitationId, organisationId: organisation.id }
  const known = await store.one('invitations', isMeant)
  if (!known) throw noSuchInvitation()
  const { email, emailKey } = known
  const counted = await countInvitations(services, caller, network, [emailKey])
  if (counted.size === 0) throw new HttpError(429, `${email} was invited too often today.`)
  const hasAccount = (await store.one('users', { emailKey })) !== null
  await giveBackInvitations(services, network, hasAccount ? 0 : 1, hasAccount ? [emailKey] : [])
  if (hasAccount) throw new HttpError(409, `${email} already has an account.`, { code: 'taken' })
  const limits = limitsOf(services, live)
  const lock = { organisation: organisation.id }
  await store.change('resend-invitation', lock, caller, async (read) => {
    const now = clock()
    const [before, taken] = await Promise.all([
      read.one('invitations', isMeant),
      readTakenSeats(read, organisation.id, now),
    ])
    if (!before) throw noSuchInvitation()
    if (!isOpen(before, now) && freeSeats(taken, limits) <= 0) {
      throw new HttpError(409, `There is ${missingSeat(taken, limits)}.`, { code: 'limit_reached' })
    }
    const { invitation, mail } = prepareInvitation(services, caller, email)
    const author = byUser(user, network)
    return {
      answer: undefined,
      writes: [
        set('invitations', { id: invitationId }, { ...invitation, id: invitationId }),
        ...removalOfMails([before]),
      ],
      mails: [mail],
      entries: [entryOf(now, organisation.id, author, 'invitation-sent-again', { subject: email })],
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
      const author = byUser(caller.user, network)
      return {
        answer: undefined,
        writes: removalOf([invitation]),
        entries: [entryOf(clock(), organisationId, author, 'invitation-revoked', facts)],
      }
    },
  )
}

/** Enters in the audit log that an invitation has expired, once, and unless it was replaced meanwhile. */
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
 * @param delay milliseconds that its mail waits in the outbox.
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

/** @returns an excluded address as the answer shows it: on one line, cut between characters. */
function shown(email: string): string {
  const [...characters] = oneLine(email.slice(0, 4 * longestShown))
  return characters.length > longestShown
    ? `${characters.slice(0, longestShown).join('')}…`
    : characters.join('')
}

/** @param reasons each address, with the reason why it isn't invited; null if it is. */
function summaryOf(
  invited: number,
  reasons: readonly (readonly [email: string, reason: string | null])[],
): string {
  const count = invited === 0 ? 'No' : String(invited)
  const outcome = `${count} ${invited === 1 ? 'invitation' : 'invitations'} sent.`
  const excluded = new Map<string, string[]>()
  for (const [email, reason] of reasons) {
    if (reason !== null) excluded.set(reason, [...(excluded.get(reason) ?? []), email])
  }
  if (excluded.size === 0) return outcome
  const parts = [...excluded].flatMap(([reason, emails]) => {
    if (emails.length <= mostNamed) return emails.map((email) => `${shown(email)} (${reason})`)
    const named = emails.slice(0, namedOfMore).map(shown)
    return `${named.join(', ')} and ${emails.length - namedOfMore} more (${reason})`
  })
  return `${outcome} Excluded: ${parts.join(', ')}.`
}

/**
 * Opens an invitation's link. For the next hour its address may join from that network (D45),
 * provided that the network is the client's own.
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
  const now = clock()
  const where = { tokenHash: tokenHash(token), expiresAt: above(now) }
  const openedFrom = network.isOwn ? network.near : null
  await store.save(set('invitations', where, { openedAt: now, openedFrom }))
  const invitation = await store.one('invitations', where)
  const organisation =
    invitation && (await store.one('organisations', { id: invitation.organisationId }))
  if (!invitation || !organisation) {
    throw new HttpError(
      422,
      'This invitation was used or has expired. If you used it yourself, sign in; otherwise ask the person who invited you for a new one.',
      { code: 'link_expired' },
    )
  }
  const { email, emailKey } = invitation
  if (await store.one('users', { emailKey })) {
    throw new HttpError(
      409,
      'You already have an account with this email address. Please sign in.',
      { code: 'taken' },
    )
  }
  return { organisationName: organisation.name, email }
}
