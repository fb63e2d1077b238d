import { asks } from '../../contract/second-factor-rule'
import type { Caller } from '../api/caller'
import { HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import { withRateLimit } from '../api/rate-limit'
import { runSeriallyPerKey } from '../api/run-serially-per-key'
import type { Services } from '../api/services'
import { paymentBy } from '../billing/payer'
import { type NoticeServices, noticeFor, withdrawnReports } from '../mail/outbox'
import { byUser } from '../people/author'
import type { Organisation, User } from '../people/tables'
import {
  add,
  type Decision,
  type Lock,
  not,
  oneOf,
  type Reading,
  type Row,
  remove,
  set,
  type Write,
} from '../store/change'
import { type ActingCaller, type Author, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import type { PasskeySite } from '../two-factor/passkey-site'
import {
  nextDue,
  ruleInForce,
  type SecondFactorMode,
  whoHasFactor,
} from '../two-factor/second-factor-due'
import { adminsChangedMail, removedMail } from './mails'
import { isOpen } from './places'
import type { Invitation } from './tables'

/** How many readings of one team may wait for one under way. */
const mostWaiting = 100

/** A member, as changes of the team see them. */
export type Member = Row<'users'>

/** An organisation's people, as its admins see them. */
export interface ListedTeam {
  /** Sorted by join date. A passkey of this site counts as a second factor. */
  members: (Member & { hasSecondFactor: boolean })[]
  /** Including expired ones; the newest first. */
  invitations: Invitation[]
}

/**
 * One at a time for each organisation: each reads the whole team, which takes long for a large one.
 * @returns the present team. @throws BusyError if too many wait for it.
 */
export function readTeam(
  { store, ...site }: Pick<Services, 'store'> & PasskeySite,
  organisationId: string,
): Promise<ListedTeam> {
  const reading = async () => {
    // The invitations first: somebody who joins in between counts twice rather than not at all.
    const invitations = await store.all('invitations', { organisationId })
    const members = await membersOf(store, organisationId)
    const ids = members.map(({ id }) => id)
    const having = await whoHasFactor(store, site, ids)
    return {
      members: members.map((member) => ({ ...member, hasSecondFactor: having.has(member.id) })),
      invitations: invitations.sort(
        (one, other) =>
          other.createdAt.getTime() - one.createdAt.getTime() ||
          (one.emailKey < other.emailKey ? -1 : 1),
      ),
    }
  }
  return runSeriallyPerKey(store, `team ${organisationId}`, mostWaiting, reading)
}

/** What a change of a member waits for: others of the team, and theirs of their own account. */
export const lockOfMember = (organisationId: string, memberId: string): readonly Lock[] => [
  { organisation: organisationId },
  { user: memberId },
]

/** @returns an organisation's members, by join date: its lock covers who they are, and their roles. */
export async function membersOf(
  read: Pick<Reading, 'all'>,
  organisationId: string,
): Promise<Member[]> {
  const members = await read.all('users', { organisationId }, 'not-held')
  return members.sort(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() ||
      (one.emailKey < other.emailKey ? -1 : 1),
  )
}

export const noSuchMember = () => new HttpError(404, 'Your organisation has no such member.')

/** @returns the member with an id. @throws HttpError 404 for an unknown id, or one of another organisation. */
export function requireMember(members: readonly Member[], memberId: string): Member {
  const member = members.find(({ id }) => id === memberId)
  if (!member) throw noSuchMember()
  return member
}

/** @throws HttpError 409 if `member` is the only admin. */
export function requireAnotherAdmin(members: readonly Member[], { id }: Member): void {
  if (members.some((one) => one.isAdmin && one.id !== id)) return
  throw new HttpError(409, 'An organisation needs an admin. Make somebody else an admin first.')
}

/** The author of a change of the team: an admin, or the operator. */
export interface ActingAdmin {
  user: Pick<User, 'fullName'>
  organisation: Pick<Organisation, 'id' | 'name'>
  by: Author
}

type TeamCaller = Pick<Caller, 'user' | 'organisation' | 'sessionId'>

/**
 * Makes a member an admin, or an admin a member. All admins get a mail, former ones too.
 * @throws HttpError 404 for nobody of the organisation, 409 for oneself or the last admin.
 */
export async function setRole(
  services: Services,
  caller: TeamCaller,
  network: Network,
  memberId: string,
  isAdmin: boolean,
): Promise<void> {
  if (memberId === caller.user.id) {
    throw new HttpError(409, "You can't change your own role. Another admin can.")
  }
  const author = { ...caller, by: byUser(caller.user, network) }
  const change = () => changeRole(services, author, caller, memberId, isAdmin)
  // For whose role it is, whoever changes it (D95).
  await withRateLimit(services, 'changeRole', { user: memberId }, change, {
    isFree: (isChanged) => !isChanged,
    isRefusalFree: true,
    why: "This person's role was changed too often today.",
  })
}

/** As `setRole`, for whoever may do it. @returns whether it was another one. */
export function changeRole(
  services: NoticeServices & SecondFactorMode & Pick<Services, 'store'>,
  author: ActingAdmin,
  caller: ActingCaller | null,
  memberId: string,
  isAdmin: boolean,
): Promise<boolean> {
  const { store, clock } = services
  const { id } = author.organisation
  return store.change('set-role', lockOfMember(id, memberId), caller, async (read) => {
    const members = await membersOf(read, id)
    const member = requireMember(members, memberId)
    const [organisation, having] = await Promise.all([
      read.one('organisations', { id }, 'not-held'),
      whoHasFactor(read, services, [memberId]),
    ])
    if (!organisation) throw noSuchMember()
    const rule = ruleInForce(services, organisation)
    const due = nextDue(
      {
        wasAsked: asks(rule, member.isAdmin),
        isAsked: asks(rule, isAdmin),
        hasFactor: having.has(memberId),
        due: member.secondFactorDue,
      },
      clock(),
    )
    return roleDecision(services, author, members, member, isAdmin, due)
  })
}

/**
 * @param secondFactorDue when the member must have a second factor by from now on; null: not required.
 * @throws HttpError 409 for the last admin.
 */
function roleDecision(
  services: NoticeServices,
  author: ActingAdmin,
  members: readonly Member[],
  member: Member,
  isAdmin: boolean,
  secondFactorDue: Date | null,
): Decision<boolean> {
  if (member.isAdmin === isAdmin) return { answer: false }
  if (!isAdmin) requireAnotherAdmin(members, member)
  const action = isAdmin ? 'made-admin' : 'made-member'
  const facts = { subject: member.fullName, subjectId: member.id }
  const concerned = members.filter((one) => one.isAdmin || one.id === member.id)
  return {
    answer: true,
    writes: [set('users', { id: member.id }, { isAdmin, secondFactorDue })],
    mails: noticesTo(services, author, concerned, member, isAdmin ? 'made' : 'unmade'),
    entries: [entryOf(services.clock(), author.organisation.id, author.by, action, facts)],
  }
}

/**
 * Deletes a member's account and ends its sessions. The removed person and all admins get a mail.
 * @throws HttpError 404 for nobody of the organisation, 409 for oneself or the last admin.
 */
export async function removeMember(
  services: Services,
  caller: TeamCaller & Pick<Caller, 'live'>,
  network: Network,
  memberId: string,
): Promise<void> {
  const { user, organisation, live } = caller
  if (memberId === user.id) {
    throw new HttpError(409, "You can't remove yourself. Another admin can.")
  }
  const author = { ...caller, by: byUser(user, network) }
  const lock = lockOfMember(organisation.id, memberId)
  await services.store.change('remove-member', lock, caller, async (read) => {
    const members = await membersOf(read, organisation.id)
    return removalDecision(services, author, read, members, requireMember(members, memberId), live)
  })
}

/**
 * @param live the organisation's plan, which the member's payment method may go on paying.
 * @returns the change that deletes a member's account. The removed person and all admins get a mail.
 * @throws HttpError 409 for the last admin.
 */
export async function removalDecision(
  services: NoticeServices,
  author: ActingAdmin,
  read: Reading,
  members: readonly Member[],
  member: Member,
  live: Caller['live'],
): Promise<Decision<void>> {
  requireAnotherAdmin(members, member)
  const { user, organisation, by } = author
  const admins = members.filter((one) => one.isAdmin && one.id !== member.id)
  const farewell = removedMail({
    productName: services.productName,
    organisationName: organisation.name,
    fullName: member.fullName,
    removedBy: user.fullName,
    paysFor: paymentBy(member.id, live),
  })
  return {
    answer: undefined,
    ...(await departureOf(read, member, by, 'removed', services.clock())),
    mails: [
      noticeFor(services, member, farewell),
      ...noticesTo(services, author, admins, member, 'removed'),
    ],
  }
}

/**
 * @param by the author: somebody else, or the leaving member.
 * @returns what deleting a member writes, and its entries: their open invitations are void, and their sessions end
 *   with a farewell (D100).
 */
export async function departureOf(
  read: Reading,
  { id, fullName, organisationId }: Member,
  by: Author,
  why: Row<'farewells'>['why'],
  now: Date,
) {
  const [sessions, invitations] = await Promise.all([
    read.all('sessions', { userId: id }, 'not-held'),
    read.all('invitations', { organisationId, invitedById: id }, 'not-held'),
  ])
  const open = invitations.filter((one) => isOpen(one, now))
  const about = why === 'removed' ? { subject: fullName } : {}
  const farewells = sessions.map(({ refreshTokenHash, expiresAt }) => ({
    refreshTokenHash,
    organisationId,
    why,
    expiresAt,
  }))
  return {
    writes: [
      ...(farewells.length > 0 ? [add('farewells', ...farewells)] : []),
      ...revocationOf(open),
      withdrawnReports(id),
      remove('users', { id }),
    ],
    entries: [
      entryOf(now, organisationId, by, why, { ...about, subjectId: id }),
      ...open.map(({ email }) =>
        entryOf(now, organisationId, by, 'invitation-revoked', { subject: email }),
      ),
    ],
  } as const
}

/** @returns what ending invitations writes. */
export const revocationOf = (invitations: readonly Invitation[]): Write[] =>
  invitations.length === 0
    ? []
    : [
        remove('invitations', { id: oneOf(invitations.map(({ id }) => id)) }),
        ...withdrawalOf(invitations),
      ]

/** @returns what withdraws the unsent mails of invitations; a captured mail stays readable. */
export function withdrawalOf(invitations: readonly Invitation[]): Write[] {
  const ids = invitations.map(({ mailId }) => mailId)
  return ids.length === 0 ? [] : [remove('mails', { id: oneOf(ids), nextAttemptAt: not(null) })]
}

/** @returns a mail to each of `concerned` about a change of `member`. */
export function noticesTo(
  services: NoticeServices,
  { user, organisation }: Pick<ActingAdmin, 'user'> & { organisation: Pick<Organisation, 'name'> },
  concerned: readonly Member[],
  member: Member,
  what: 'made' | 'unmade' | 'removed' | 'left',
): OutgoingMail[] {
  return concerned.map((to) =>
    noticeFor(
      services,
      to,
      adminsChangedMail({
        productName: services.productName,
        organisationName: organisation.name,
        fullName: to.fullName,
        changedBy: user.fullName,
        who: member.fullName,
        what,
      }),
    ),
  )
}
