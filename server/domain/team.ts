import type { InvitationState, Team as ListedTeam, Places } from '../../contract/team'
import { BusyError, HttpError } from '../http-error'
import { adminsChangedMail, removedMail } from '../mail/contents'
import type { Network } from '../networks'
import type { Services } from '../services'
import type { Caller, Invitation, Mail, PlanLimits } from '../store/entities'
import type { Told } from '../store/events'
import type { Team, TeamChange, TeamMember } from '../store/team-store'
import { type By, byUser, entryOf } from './entries'
import { mailTo } from './outbox'
import { dueForNewAdmin } from './second-factor'

/** How often a change is decided anew because another one was kept in between. */
const maxAttempts = 200

/** What is to be kept of a change of the team. */
export interface TeamDecision {
  change: TeamChange
  mails: readonly Mail[]
  told: Told
}

/** @returns what the organisation's plan allows, as it was when it was subscribed to. */
export function limitsOf(
  { withoutPlan }: Pick<Services, 'withoutPlan'>,
  live: Caller['live'],
): PlanLimits {
  return live ? (live.plan.limits ?? {}) : withoutPlan
}

const isOpen = ({ expiresAt }: Invitation, now: Date) => expiresAt > now

/** @returns how many places are taken and reserved, of how many. */
function placesOf(team: Team, limits: PlanLimits, now: Date): Places {
  return {
    taken: team.members.length,
    reserved: team.invitations.filter((one) => isOpen(one, now)).length,
    limit: limits.members ?? null,
  }
}

/**
 * @param emailKeys whom to invite, each once.
 * @returns those of them whom there is a place for, in this order: who is invited already has one.
 */
export function thoseWithPlace(
  team: Team,
  limits: PlanLimits,
  emailKeys: readonly string[],
  now: Date,
): Set<string> {
  const { taken, reserved, limit } = placesOf(team, limits, now)
  const open = new Set(
    team.invitations.filter((one) => isOpen(one, now)).map(({ emailKey }) => emailKey),
  )
  let free = limit === null ? Number.POSITIVE_INFINITY : limit - taken - reserved
  const found = new Set<string>()
  for (const key of emailKeys) {
    if (!open.has(key) && free <= 0) continue
    if (!open.has(key)) free -= 1
    found.add(key)
  }
  return found
}

/**
 * Decides on the caller's team and keeps the decision, again and again until nothing else was kept in
 * between. What is decided is therefore true when it is kept, whatever other servers do.
 * @param decide null: there is nothing to change. It gets the caller as they are by then.
 * @param options.isForMembers whether who is no admin may do it.
 * @throws HttpError 401 or 403 for a caller who was removed or made a member meanwhile, and what `decide`
 *   throws.
 */
export async function changeTeam(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  { user, organisation }: Pick<Caller, 'user' | 'organisation'>,
  decide: (team: Team, now: Date, self: TeamMember) => TeamDecision | null,
  { isForMembers = false } = {},
): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const team = await store.findTeam(organisation.id)
    const self = team.members.find(({ id }) => id === user.id)
    if (!self) throw new HttpError(401, 'Please sign in.')
    if (!self.isAdmin && !isForMembers)
      throw new HttpError(403, "Only the organisation's admins may do this.")
    const decision = decide(team, clock(), self)
    if (!decision) return
    const { change, mails, told } = decision
    if (await store.saveTeam(organisation.id, team.version, change, mails, told)) return
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
  }
  throw new BusyError('Your team is being changed elsewhere. Please try again.', 1)
}

/** @returns whoever an id is of. @throws HttpError 404 for nobody's, or somebody's elsewhere. */
export function requireMember({ members }: Team, memberId: string): TeamMember {
  const member = members.find(({ id }) => id === memberId)
  if (!member) throw new HttpError(404, 'Your organisation has no such member.')
  return member
}

/** @throws HttpError 409 where nobody but `member` is an admin. */
export function requireAnotherAdmin({ members }: Team, member: TeamMember): void {
  if (members.some(({ id, isAdmin }) => isAdmin && id !== member.id)) return
  throw new HttpError(409, 'An organisation needs an admin. Make somebody else an admin first.')
}

/**
 * Makes a member an admin, or an admin a member. All admins are told by mail, also who was one.
 * @throws HttpError 404 for nobody of the organisation, 409 for oneself or the last admin.
 */
export async function setRole(
  services: Services,
  caller: Pick<Caller, 'user' | 'organisation'>,
  network: Network,
  memberId: string,
  isAdmin: boolean,
): Promise<void> {
  const { user, organisation } = caller
  await changeTeam(services, caller, (team, now) => {
    const member = requireMember(team, memberId)
    if (member.id === user.id) {
      throw new HttpError(409, "You can't change your own role. Another admin can.")
    }
    if (member.isAdmin === isAdmin) return null
    if (!isAdmin) requireAnotherAdmin(team, member)
    const told = entryOf(
      now,
      organisation.id,
      byUser(user, network),
      isAdmin ? 'made-admin' : 'made-member',
      { subject: member.fullName, subjectId: member.id },
    )
    const concerned = team.members.filter((one) => one.isAdmin || one.id === member.id)
    const mails = noticesTo(services, caller, concerned, member, isAdmin ? 'made' : 'unmade')
    const secondFactorDue = isAdmin ? dueForNewAdmin(services, now) : null
    const change = { kind: 'role', userId: member.id, isAdmin, secondFactorDue } as const
    return { change, mails, told: [told] }
  })
  services.mail.wake()
}

/**
 * Deletes a member's account and ends its sessions. The removed person and all admins are told by mail.
 * @throws HttpError 404 for nobody of the organisation, 409 for oneself or the last admin.
 */
export async function removeMember(
  services: Services,
  caller: Pick<Caller, 'user' | 'organisation'>,
  network: Network,
  memberId: string,
): Promise<void> {
  const { user, organisation } = caller
  await changeTeam(services, caller, (team, now) => {
    const member = requireMember(team, memberId)
    if (member.id === user.id) {
      throw new HttpError(409, "You can't remove yourself. Another admin can.")
    }
    requireAnotherAdmin(team, member)
    const admins = team.members.filter((one) => one.isAdmin && one.id !== member.id)
    const farewell = mailTo(
      services,
      member.email,
      removedMail({
        productName: services.productName,
        organisationName: organisation.name,
        fullName: member.fullName,
        removedBy: user.fullName,
      }),
    )
    return {
      ...departureOf(team, member, organisation.id, byUser(user, network), 'removed', now),
      mails: [farewell, ...noticesTo(services, caller, admins, member, 'removed')],
    }
  })
  services.mail.wake()
}

/**
 * @param by who does it: somebody else, or who leaves.
 * @returns what goes with a member, and what there is to tell of it: their open invitations are void.
 */
export function departureOf(
  team: Team,
  { id, fullName }: TeamMember,
  organisationId: string,
  by: By,
  what: 'removed' | 'left',
  now: Date,
): Pick<TeamDecision, 'change' | 'told'> {
  const open = team.invitations.filter((one) => one.invitedById === id && isOpen(one, now))
  const about = what === 'removed' ? { subject: fullName } : {}
  return {
    change: { kind: 'remove', userId: id, invitationIds: open.map((one) => one.id) },
    told: [
      entryOf(now, organisationId, by, what, { ...about, subjectId: id }),
      ...open.map(({ email, emailKey }) =>
        entryOf(now, organisationId, by, 'invitation-revoked', { subject: email ?? emailKey }),
      ),
    ],
  }
}

/** @returns a mail to each of `concerned` about what became of `member`. */
export function noticesTo(
  services: Services,
  { user, organisation }: Pick<Caller, 'user' | 'organisation'>,
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

/** @returns the truth about an invitation's mail, and since when it is so. */
function stateOf(
  invitation: Team['invitations'][number],
  now: Date,
): { state: InvitationState; since: Date } {
  const { expiresAt, openedAt, mailSettledAt, mailFailure, createdAt, isMailWaiting } = invitation
  if (expiresAt <= now) return { state: 'expired', since: expiresAt }
  if (openedAt) return { state: 'opened', since: openedAt }
  if (mailFailure !== null) return { state: 'failed', since: mailSettledAt ?? createdAt }
  if (isMailWaiting) return { state: 'waiting', since: createdAt }
  return { state: 'sent', since: mailSettledAt ?? createdAt }
}

/** @returns the caller's team, as the wire has it. */
export async function listTeam(
  services: Pick<Services, 'store' | 'clock' | 'withoutPlan' | 'twoFactor'>,
  { user, organisation, live }: Pick<Caller, 'user' | 'organisation' | 'live'>,
): Promise<ListedTeam> {
  const now = services.clock()
  const team = await services.store.findTeam(organisation.id)
  return {
    members: team.members.map(({ id, fullName, email, isAdmin, createdAt, hasSecondFactor }) => ({
      member_id: id,
      full_name: fullName,
      email,
      is_organization_admin: isAdmin,
      joined_at: createdAt.toISOString(),
      ...(services.twoFactor.mode !== 'off' && { has_second_factor: hasSecondFactor }),
      is_self: id === user.id,
    })),
    invitations: team.invitations.map((invitation) => {
      const { state, since } = stateOf(invitation, now)
      return {
        invitation_id: invitation.id,
        email: invitation.email ?? invitation.emailKey,
        invited_by: invitation.invitedBy,
        state,
        state_since: since.toISOString(),
        failure: state === 'failed' ? invitation.mailFailure : null,
        expires_at: invitation.expiresAt.toISOString(),
      }
    }),
    places: placesOf(team, limitsOf(services, live), now),
  }
}
