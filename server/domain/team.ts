import { BusyError, HttpError } from '../http-error'
import { adminsChangedMail, removedMail } from '../mail/contents'
import type { Network } from '../networks'
import type { Services } from '../services'
import type { Caller, Mail, Organisation, User } from '../store/entities'
import type { Entries } from '../store/events'
import type { Store } from '../store/store'
import type { Team, TeamChange, TeamMember } from '../store/team-store'
import { type By, byUser, entryOf } from './entries'
import { oneAfterAnother } from './one-after-another'
import { mailTo } from './outbox'
import { paymentBy } from './payer'
import { isOpen } from './places'
import { dueForNewAdmin } from './second-factor-due'

/** How many readings and changes of one team may wait for one under way. */
const mostWaiting = 100
/** The number of attempts to decide a change despite concurrent ones. */
const maxAttempts = 200

/** What mails need. */
type MailServices = Pick<Services, 'clock' | 'mail' | 'productName'>

/** The data to save for a change of the team. */
export interface TeamDecision {
  change: TeamChange
  mails: readonly Mail[]
  entries: Entries
}

/** One at a time for each organisation: each reads the whole team, which takes long for a large one. */
const inLine = <Result>(store: Store, organisationId: string, work: () => Promise<Result>) =>
  oneAfterAnother(store, `team ${organisationId}`, mostWaiting, work)

/** @returns the present team. @throws BusyError if too many wait for it. */
export function readTeam(
  { store }: Pick<Services, 'store'>,
  organisationId: string,
): Promise<Team> {
  return inLine(store, organisationId, () => store.findTeam(organisationId))
}

/**
 * Decides on a team and saves the decision, repeating both until there is no concurrent change. So the
 * decision still holds when it is saved, whatever other servers do.
 * @param decide null: nothing to change.
 * @throws HttpError what `decide` throws.
 */
export async function changeTeamOf(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  organisationId: string,
  decide: (team: Team, now: Date) => TeamDecision | null,
): Promise<void> {
  await inLine(store, organisationId, async () => {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const team = await store.findTeam(organisationId)
      const decision = decide(team, clock())
      if (!decision) return
      const { change, mails, entries } = decision
      if (await store.saveTeam(organisationId, team.version, change, mails, entries)) return
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
    }
    throw new BusyError('Your team is being changed elsewhere. Please try again.', 1)
  })
}

/**
 * Decides on the caller's team as `changeTeamOf` does.
 * @param decide gets the caller's current data.
 * @param options.isForMembers whether non-admins may do it.
 * @throws HttpError 401 or 403 for a caller who was removed or demoted meanwhile, and what `decide`
 *   throws.
 */
export async function changeTeam(
  services: Pick<Services, 'store' | 'clock'>,
  { user, organisation }: Pick<Caller, 'user' | 'organisation'>,
  decide: (team: Team, now: Date, self: TeamMember) => TeamDecision | null,
  { isForMembers = false } = {},
): Promise<void> {
  await changeTeamOf(services, organisation.id, (team, now) => {
    const self = team.members.find(({ id }) => id === user.id)
    if (!self) throw new HttpError(401, 'Please sign in.')
    if (!self.isAdmin && !isForMembers)
      throw new HttpError(403, "Only the organisation's admins may do this.")
    return decide(team, now, self)
  })
}

/** @returns the member with an id. @throws HttpError 404 for an unknown id, or one of another organisation. */
export function requireMember({ members }: Team, memberId: string): TeamMember {
  const member = members.find(({ id }) => id === memberId)
  if (!member) throw new HttpError(404, 'Your organisation has no such member.')
  return member
}

/** @throws HttpError 409 if `member` is the only admin. */
export function requireAnotherAdmin({ members }: Team, member: TeamMember): void {
  if (members.some(({ id, isAdmin }) => isAdmin && id !== member.id)) return
  throw new HttpError(409, 'An organisation needs an admin. Make somebody else an admin first.')
}

/**
 * Makes a member an admin, or an admin a member. All admins get a mail, former ones too.
 * @throws HttpError 404 for nobody of the organisation, 409 for oneself or the last admin.
 */
export async function setRole(
  services: Services,
  caller: Pick<Caller, 'user' | 'organisation'>,
  network: Network,
  memberId: string,
  isAdmin: boolean,
): Promise<void> {
  const { user } = caller
  await changeTeam(services, caller, (team, now) => {
    const member = requireMember(team, memberId)
    if (member.id === user.id) {
      throw new HttpError(409, "You can't change your own role. Another admin can.")
    }
    return roleDecision(
      services,
      { ...caller, by: byUser(user, network) },
      team,
      member,
      isAdmin,
      now,
    )
  })
  services.mail.wake()
}

/** The author of a change of the team: an admin, or the operator. */
export interface Author {
  user: Pick<User, 'fullName'>
  organisation: Pick<Organisation, 'id' | 'name'>
  by: By
}

/**
 * @returns the change that makes a member an admin, or an admin a member; null: no change.
 * @throws HttpError 409 for the last admin.
 */
export function roleDecision(
  services: MailServices & Pick<Services, 'twoFactor'>,
  author: Author,
  team: Team,
  member: TeamMember,
  isAdmin: boolean,
  now: Date,
): TeamDecision | null {
  if (member.isAdmin === isAdmin) return null
  if (!isAdmin) requireAnotherAdmin(team, member)
  const entry = entryOf(
    now,
    author.organisation.id,
    author.by,
    isAdmin ? 'made-admin' : 'made-member',
    { subject: member.fullName, subjectId: member.id },
  )
  const concerned = team.members.filter((one) => one.isAdmin || one.id === member.id)
  const mails = noticesTo(services, author, concerned, member, isAdmin ? 'made' : 'unmade')
  const secondFactorDue = isAdmin ? dueForNewAdmin(services, now) : null
  const change = { kind: 'role', userId: member.id, isAdmin, secondFactorDue } as const
  return { change, mails, entries: [entry] }
}

/**
 * Deletes a member's account and ends its sessions. The removed person and all admins get a mail.
 * @throws HttpError 404 for nobody of the organisation, 409 for oneself or the last admin.
 */
export async function removeMember(
  services: Services,
  caller: Pick<Caller, 'user' | 'organisation' | 'live'>,
  network: Network,
  memberId: string,
): Promise<void> {
  const { user, live } = caller
  await changeTeam(services, caller, (team, now) => {
    const member = requireMember(team, memberId)
    if (member.id === user.id) {
      throw new HttpError(409, "You can't remove yourself. Another admin can.")
    }
    const author = { ...caller, by: byUser(user, network) }
    return removalDecision(services, author, team, member, live, now)
  })
  services.mail.wake()
}

/**
 * @param live the organisation's plan, which the member's payment method may go on paying.
 * @returns the change that deletes a member's account. The removed person and all admins get a mail.
 * @throws HttpError 409 for the last admin.
 */
export function removalDecision(
  services: MailServices,
  author: Author,
  team: Team,
  member: TeamMember,
  live: Caller['live'],
  now: Date,
): TeamDecision {
  requireAnotherAdmin(team, member)
  const { user, organisation, by } = author
  const admins = team.members.filter((one) => one.isAdmin && one.id !== member.id)
  const farewell = mailTo(
    services,
    member.email,
    removedMail({
      productName: services.productName,
      organisationName: organisation.name,
      fullName: member.fullName,
      removedBy: user.fullName,
      paysFor: paymentBy(member.id, live),
    }),
  )
  return {
    ...departureOf(team, member, organisation.id, by, 'removed', now),
    mails: [farewell, ...noticesTo(services, author, admins, member, 'removed')],
  }
}

/**
 * @param by the author: somebody else, or the leaving member.
 * @returns the side effects of deleting a member, and their entries: their open invitations are void.
 */
export function departureOf(
  team: Team,
  { id, fullName }: TeamMember,
  organisationId: string,
  by: By,
  what: 'removed' | 'left',
  now: Date,
): Pick<TeamDecision, 'change' | 'entries'> {
  const open = team.invitations.filter((one) => one.invitedById === id && isOpen(one, now))
  const about = what === 'removed' ? { subject: fullName } : {}
  return {
    change: { kind: 'remove', userId: id, why: what, invitationIds: open.map((one) => one.id) },
    entries: [
      entryOf(now, organisationId, by, what, { ...about, subjectId: id }),
      ...open.map(({ email, emailKey }) =>
        entryOf(now, organisationId, by, 'invitation-revoked', { subject: email ?? emailKey }),
      ),
    ],
  }
}

/** @returns a mail to each of `concerned` about a change of `member`. */
export function noticesTo(
  services: MailServices,
  { user, organisation }: Pick<Author, 'user'> & { organisation: Pick<Organisation, 'name'> },
  concerned: readonly TeamMember[],
  member: TeamMember,
  what: 'made' | 'unmade' | 'removed' | 'left',
): Mail[] {
  return concerned.map(({ email, fullName }) =>
    mailTo(
      services,
      email,
      adminsChangedMail({
        productName: services.productName,
        organisationName: organisation.name,
        fullName,
        changedBy: user.fullName,
        who: member.fullName,
        what,
      }),
    ),
  )
}
