import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Caller } from '../../server/api/caller'
import { networkOf } from '../../server/api/networks'
import type { Services } from '../../server/api/services'
import { joinByInvitation } from '../../server/auth/signup'
import { byOrglens } from '../../server/people/author'
import type { Organisation, User } from '../../server/people/tables'
import { bundledPlans } from '../../server/plans/plans'
import { saveProfile, updateProfile } from '../../server/profile/profile'
import { add } from '../../server/store/change'
import { inviteMembers, revokeInvitation } from '../../server/team/invitation'
import { readTeam, removeMember, setRole } from '../../server/team/team'
import { outcomesOf, signedIn } from '../support/acting'
import { createSubscription } from '../support/buying'
import { twoServersForTests } from '../support/two-servers'
import { found, founding, invitationTo, userOf } from './sql-store-examples'

const home = networkOf('192.0.2.1')
const client = { network: home, browser: 'Firefox on Windows' }

describe('two servers and one team', () => {
  const { database, services: servers } = twoServersForTests()
  let organisation: Organisation
  let admin: User
  let other: User
  let organisations = 0

  let sessions: Map<string, Caller>
  const caller = (user: User) => sessions.get(user.id) as Caller
  const first = () => servers[0].store
  const team = () => readTeam(servers[0], organisation.id)

  beforeEach(async () => {
    organisations += 1
    ;[organisation, admin] = founding(`race-${organisations}`, `admin@race-${organisations}.test`)
    organisation = { ...organisation, createdAt: new Date(Date.now() - 48 * 3_600_000) }
    await found(database.servers[0], organisation, admin)
    other = { ...userOf(organisation, `other@race-${organisations}.test`), isAdmin: true }
    await database.servers[0].save(add('users', other))
    sessions = new Map()
    for (const user of [admin, other]) {
      sessions.set(user.id, await signedIn(database.servers[0], organisation, user))
    }
  })

  test('of two admins who demote each other at once, one stays an admin', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await outcomesOf([
        setRole(servers[0], caller(admin), home, other.id, false),
        setRole(servers[1], caller(other), home, admin.id, false),
      ])
      expect(answers.filter((status) => status === null)).toHaveLength(1)
      expect(answers.filter((status) => status === 403)).toHaveLength(1)
      const admins = (await team()).members.filter(({ isAdmin }) => isAdmin)
      expect(admins).toHaveLength(1)
      const [left] = admins
      const [strong, weak] = left?.id === admin.id ? [admin, other] : [other, admin]
      await setRole(servers[0], caller(strong), home, weak.id, true)
    }
  })

  test('a member removed while writing, inviting and buying leaves nothing half done', async () => {
    const update = { full_name: 'Somebody Else', email: other.email }
    const email = `guest@race-${organisations}.test`
    const [plan] = bundledPlans
    const [removed, written, invited] = await outcomesOf([
      removeMember(servers[0], caller(admin), home, other.id),
      updateProfile(servers[1], caller(other), update, client),
      inviteMembers(servers[1], caller(other), home, [email]),
      createSubscription(servers[1], organisation, plan?.prices.USD.razorpayPlanId ?? ''),
    ])
    expect(removed).toBeNull()
    expect([null, 401]).toContain(written)
    expect([null, 401]).toContain(invited)
    const { members, invitations } = await team()
    expect(members.map(({ id }) => id)).toEqual([admin.id])
    expect(invitations).toHaveLength(invited === null ? 1 : 0)
    const story = await first().findHistory(organisation.id, null, 100)
    const told = (action: string) => story.filter((entry) => entry.action === action).length
    expect(told('removed')).toBe(1)
    expect(told('invited')).toBe(invited === null ? 1 : 0)
    expect(told('profile-changed')).toBe(written === null ? 1 : 0)
    // What is told of them names them still.
    expect(story.find(({ action }) => action === 'removed')?.subjectId).toBe(other.id)
  })

  test('two servers that invite as places run out fill them, and no more', async () => {
    const emails = (prefix: string) =>
      Array.from({ length: 8 }, (_, index) => `${prefix}${index}@race-${organisations}.test`)
    const answers = await Promise.all([
      inviteMembers(servers[0], caller(admin), home, emails('a')),
      inviteMembers(servers[1], caller(other), home, emails('b')),
    ])
    // Ten without a plan, of which two are taken.
    expect(answers.reduce((sum, { invited }) => sum + invited, 0)).toBe(8)
    expect((await team()).invitations).toHaveLength(8)
    expect(
      answers
        .map(({ message }) => message)
        .join(' ')
        .match(/no place left in your plan/g),
    ).toHaveLength(8)
  })

  test('somebody who joins during the revocation either is a member, or isn’t', async () => {
    for (let round = 0; round < 5; round += 1) {
      const invitation = invitationTo(organisation, `joiner${round}@race-${organisations}.test`)
      const now = new Date()
      const open = { ...invitation, createdAt: now, expiresAt: new Date(now.getTime() + 60_000) }
      await database.servers[0].save(add('invitations', open))
      const user = { ...userOf(organisation, invitation.emailKey), createdAt: now }
      const proof = { tokenHash: open.tokenHash, network: null, openedSince: now }
      const [joined, [revoked]] = await Promise.all([
        joinByInvitation(servers[0], user, organisation.slug, proof, byOrglens()),
        outcomesOf([revokeInvitation(servers[1], caller(admin), home, invitation.id)]),
      ])
      expect([joined, revoked]).toEqual(
        joined === 'joined' ? ['joined', 404] : ['not-invited', null],
      )
      const { members, invitations } = await team()
      expect(members.some(({ id }) => id === user.id)).toBe(joined === 'joined')
      expect(invitations).toEqual([])
    }
  })

  test('one of two people who use an invitation at the same moment joins', async () => {
    const now = new Date()
    const invitation = invitationTo(organisation, `new@race-${organisations}.test`)
    const open = { ...invitation, createdAt: now, expiresAt: new Date(now.getTime() + 60_000) }
    await first().save(add('invitations', open))
    const proof = { tokenHash: open.tokenHash, network: null, openedSince: now }
    const join = (server: Services) => () =>
      joinByInvitation(
        server,
        { ...userOf(organisation, invitation.emailKey), createdAt: now },
        organisation.slug,
        proof,
        byOrglens(),
      )
    const held = 'select from invitations where id = $1 for update'
    const answers = await database.whileHeld(held, [invitation.id], servers.map(join))
    expect(answers.sort()).toEqual(['email-taken', 'joined'])
    expect(await first().all('users', { emailKey: invitation.emailKey })).toHaveLength(1)
  })

  test('one of twenty simultaneous signups for an organisation succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        found(database.servers[index % 2 === 0 ? 0 : 1], ...founding('one', `${index}@one.test`)),
      ),
    )
    expect(answers.filter((answer) => answer === 'created')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'organisation-exists')).toHaveLength(19)
    expect(
      await database.count('select count(*) from users where email_key like $1', '%@one.test'),
    ).toBe(1)
  })

  test('an address that somebody else is taking is refused, even after a deadlock', async () => {
    const { outsider } = database
    const [theirs, owner] = founding(`taken-${organisations}`, `taken@race-${organisations}.test`)
    await found(first(), theirs, owner)
    const { email, emailKey } = owner
    const changes = { fullName: admin.fullName, email, emailKey }
    for (let isOver = false; !isOver; ) {
      await outsider.query('begin')
      const held = 'update addresses set held_until = null where email_key = $1'
      await outsider.query(held, [emailKey])
      const taker = { ...admin, network: home }
      const answer = saveProfile(servers[0], null, taker, changes, null)
      await vi.waitFor(async () => expect(await database.waiting()).toBe(1), 20_000)
      // PostgreSQL ends either of the two. If that was the outsider, all begins again.
      isOver = await outsider
        .query('update users set full_name = $1 where id = $2', ['Ada', admin.id])
        .then(
          () => true,
          () => false,
        )
      await outsider.query('rollback')
      expect(await answer).toBe('email-taken')
    }
  })
})
