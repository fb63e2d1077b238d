import { asks } from '../../contract/second-factor-rule'
import type { Caller } from '../api/caller'
import { HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import { withRateLimit } from '../api/rate-limit'
import { runSeriallyPerKey } from '../api/run-serially-per-key'
import type { Services } from '../api/services'
import { paymentBy } from '../billing/payer'
import { type NoticeServices, noticeFor } from '../mail/outbox'
import { byUser } from '../people/author'
import type { Organisation, User } from '../people/tables'
import {
  add,
  not,
  oneOf,
  type Reading,
  type Row,
  remove,
  set,
  type Where,
  type Write,
} from '../store/change'
import { type ActingCaller, type Author, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import type { PasskeySite } from '../two-factor/passkey-site'
import {
  idsWithFactor,
  nextDue,
  ruleInForce,
  type SecondFactorMode,
} from '../two-factor/second-factor-due'
import { type AdminChange, adminsChangedMail, goodbyeMail } from './mails'
import { isOpen } from './seats'
import type { Invitation } from './tables'

/** The maximum number of requests that wait to read the same team. */
const mostWaiting = 100

export type Member = Row<'users'>

/** An organisation's team, as its admins see it. */
export interface ListedTeam {
  /** Sorted by join date. A passkey of this site counts as a second factor. */
  members: (Member & { hasSecondFactor: boolean })[]
  /** Including expired ones; the newest first. */
  invitations: Invitation[]
}

/**
 * Reads a team, one request of an organisation at a time, because a large team takes long.
 * @throws BusyError if too many requests wait.
 */
export function readTeam(
  { store, ...site }: Pick<Services, 'store'> & PasskeySite,
  organisationId: string,
): Promise<ListedTeam> {
  const read = async () => {
    // Invitations come first, so that a user who joins in between counts twice rather than not at all.
    const invitations = await store.all('invitations', { organisationId })
    const members = await membersOf(store, organisationId)
    const ids = members.map(({ id }) => id)
    const factorHolders = await idsWithFactor(store, site, ids)
    return {
      members: members.map((member) => ({
        ...member,
        hasSecondFactor: factorHolders.has(member.id),
      })),
      invitations: invitations.sort(
        (one, other) =>
          other.createdAt.getTime() - one.createdAt.getTime() ||
          (one.emailKey < other.emailKey ? -1 : 1),
      ),
    }
  }
  return runSeriallyPerKey(store, `team ${organisationId}`, mostWaiting, read)
}

/**
 * @param which a condition that the members meet.
 * @returns an organisation's members, by join date. The organisation's lock covers who they are, and their roles.
 */
export async function membersOf(
  read: Pick<Reading, 'all'>,
  organisationId: string,
  which: Pick<Where<'users'>, 'isAdmin'> = {},
): Promise<Member[]> {
  const members = await read.all('users', { organisationId, ...which }, 'not-held')
  return members.sort(
    (one, other) =>
      one.createdAt.getTime() - other.createdAt.getTime() ||
      (one.emailKey < other.emailKey ? -1 : 1),
  )
}

export const noSuchMember = () => new HttpError(404, 'Your organisation has no such member.')

/**
 * Holds a member, whose own changes then wait, and reads the organisation's admins.
 * @throws HttpError 404 for an unknown id, or one of another organisation.
 */
async function readMember(read: Reading, organisationId: string, memberId: string) {
  const [member, admins] = await Promise.all([
    read.one('users', { id: memberId, organisationId }),
    membersOf(read, organisationId, { isAdmin: true }),
  ])
  if (!member) throw noSuchMember()
  return { member, admins }
}

/**
 * @param members at least all admins.
 * @throws HttpError 409 if `member` is the only admin.
 */
export function requireAnotherAdmin(members: readonly Member[], { id }: Member): void {
  if (members.some((one) => one.isAdmin && one.id !== id)) return
  throw new HttpError(409, 'An organisation needs an admin. Make someone else an admin first.')
}

/** An admin, or the operator, who changes a team. */
export interface TeamActor {
  user: Pick<User, 'fullName'>
  organisation: Pick<Organisation, 'id' | 'name'>
  author: Author
}

type TeamCaller = Pick<Caller, 'user' | 'organisation' | 'sessionId'>

/**
 * Makes a member an admin, or an admin a member. All admins get a mail, former ones too.
 * @throws HttpError 404 for an unknown member, 409 for oneself.
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
  const actor = { ...caller, author: byUser(caller.user, network) }
  const change = () => changeRole(services, actor, caller, memberId, isAdmin)
  // Counts for the member, whoever changes the role (D95).
  await withRateLimit(services, 'changeRole', { user: memberId }, change, {
    isFree: (isChanged) => !isChanged,
    isRefusalFree: true,
    why: "This person's role was changed too often today.",
  })
}

/**
 * Changes a role, without checking whether the actor may.
 * @param caller null: the operator, who makes nobody a member. A caller stays an admin, so one is left.
 * @returns whether it was another role.
 * @throws HttpError 404 for an unknown member.
 */
export function changeRole(
  services: NoticeServices & SecondFactorMode & Pick<Services, 'store'>,
  actor: TeamActor,
  caller: ActingCaller | null,
  memberId: string,
  isAdmin: boolean,
): Promise<boolean> {
  const { store, clock } = services
  const { organisation, author } = actor
  const { id } = organisation
  return store.change('set-role', { organisation: id }, caller, async (read) => {
    const [{ member, admins }, present] = await Promise.all([
      readMember(read, id, memberId),
      read.one('organisations', { id }, 'not-held'),
    ])
    if (!present) throw noSuchMember()
    if (member.isAdmin === isAdmin) return { answer: false }
    const now = clock()
    const rule = ruleInForce(services, present)
    const isAsked = asks(rule, isAdmin)
    const factorHolders = isAsked ? await idsWithFactor(read, services, [memberId]) : new Set()
    const before = {
      wasAsked: asks(rule, member.isAdmin),
      isAsked,
      hasFactor: factorHolders.has(memberId),
      due: member.secondFactorDue,
    }
    const secondFactorDue = nextDue(before, now)
    const action = isAdmin ? 'made-admin' : 'made-member'
    const facts = { subject: member.fullName, subjectId: memberId }
    const recipients = member.isAdmin ? admins : [...admins, member]
    return {
      answer: true,
      writes: [set('users', { id: memberId }, { isAdmin, secondFactorDue })],
      mails: noticesTo(services, actor, recipients, member, isAdmin ? 'made' : 'unmade'),
      entries: [entryOf(now, id, author, action, facts)],
    }
  })
}

/**
 * Deletes a member's account. The former member and all admins get a mail.
 * @throws HttpError 404 for an unknown member, 409 for oneself or the last admin.
 */
export async function removeMember(
  services: Services,
  caller: TeamCaller & Pick<Caller, 'live'>,
  network: Network,
  memberId: string,
): Promise<void> {
  if (memberId === caller.user.id) {
    throw new HttpError(409, "You can't remove yourself. Another admin can.")
  }
  const actor = { ...caller, author: byUser(caller.user, network) }
  await deleteMember(services, actor, caller, memberId, caller.live)
}

/**
 * Deletes a member's account, without checking whether the actor may.
 * @param live the organisation's plan, which the member's payment method may go on paying.
 * @throws as `removeMember` does.
 */
export function deleteMember(
  services: NoticeServices & Pick<Services, 'store'>,
  actor: TeamActor,
  caller: ActingCaller | null,
  memberId: string,
  live: Caller['live'],
): Promise<void> {
  const { user, organisation, author } = actor
  const lock = { organisation: organisation.id }
  return services.store.change('remove-member', lock, caller, async (read) => {
    const { member, admins } = await readMember(read, organisation.id, memberId)
    requireAnotherAdmin(admins, member)
    const goodbye = goodbyeMail({
      productName: services.productName,
      organisationName: organisation.name,
      fullName: member.fullName,
      removedBy: user.fullName,
      paysFor: paymentBy(memberId, live),
    })
    const others = admins.filter(({ id }) => id !== memberId)
    return {
      answer: undefined,
      ...(await departureOf(read, member, author, 'removed', services.clock())),
      mails: [
        noticeFor(services, member, goodbye),
        ...noticesTo(services, actor, others, member, 'removed'),
      ],
    }
  })
}

/**
 * @param author somebody else, or the member who leaves.
 * @returns the writes and entries that delete a member. Open invitations by the member end. For each session the reason
 *   of its end is kept, which its browser shows.
 */
export async function departureOf(
  read: Pick<Reading, 'all'>,
  { id, fullName, organisationId }: Member,
  author: Author,
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
      ...removalOf(open),
      remove('users', { id }),
    ],
    entries: [
      entryOf(now, organisationId, author, why, { ...about, subjectId: id }),
      ...open.map(({ email }) =>
        entryOf(now, organisationId, author, 'invitation-revoked', { subject: email }),
      ),
    ],
  } as const
}

/** @returns the removal of invitations, and of their mails that wait. */
export const removalOf = (invitations: readonly Invitation[]): Write[] =>
  invitations.length === 0
    ? []
    : [
        remove('invitations', { id: oneOf(invitations.map(({ id }) => id)) }),
        ...removalOfMails(invitations),
      ]

/** @returns the removal of the invitations' mails that wait. Captured mails stay readable. */
export function removalOfMails(invitations: readonly Invitation[]): Write[] {
  const ids = invitations.map(({ mailId }) => mailId)
  return ids.length === 0 ? [] : [remove('mails', { id: oneOf(ids), nextAttemptAt: not(null) })]
}

/** @returns a mail to each recipient about a change of `member`. */
export function noticesTo(
  services: NoticeServices,
  { user, organisation }: Pick<TeamActor, 'user'> & { organisation: Pick<Organisation, 'name'> },
  recipients: readonly Member[],
  member: Member,
  change: AdminChange,
): OutgoingMail[] {
  const names = { organisation: organisation.name, author: user.fullName, member: member.fullName }
  return recipients.map((to) => {
    const mail = adminsChangedMail(services.productName, change, { ...names, admin: to.fullName })
    return noticeFor(services, to, mail)
  })
}
