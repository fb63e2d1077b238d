import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../../server/api/caller'
import { networkOf } from '../../server/api/networks'
import { createSubscription } from '../../server/billing/checkout/create'
import { byOrglens } from '../../server/people/author'
import type { Organisation, User } from '../../server/people/tables'
import { bundledPlans } from '../../server/plans/plans'
import { updateProfile } from '../../server/profile/profile'
import { add } from '../../server/store/change'
import { inviteMembers } from '../../server/team/invitation'
import { readTeam, removeMember, setRole } from '../../server/team/team'
import { outcomesOf, signedIn } from '../support/acting'
import { twoServersForTests } from '../support/two-servers'
import { found, founding, userOf } from './sql-store-examples'

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
      createSubscription(
        servers[1],
        organisation,
        byOrglens(),
        plan?.prices.USD.razorpayPlanId ?? '',
      ),
    ])
    expect(removed).toBeNull()
    expect([null, 401]).toContain(written)
    expect([null, 401]).toContain(invited)
    const { members, invitations } = await team()
    expect(members.map(({ id }) => id)).toEqual([admin.id])
    // An invitation that came first ends with its sender's account.
    expect(invitations).toHaveLength(0)
    const story = await first().findHistory(organisation.id, null, 100)
    const told = (action: string) => story.filter((entry) => entry.action === action).length
    expect(told('removed')).toBe(1)
    expect(told('invited')).toBe(invited === null ? 1 : 0)
    expect(told('invitation-revoked')).toBe(invited === null ? 1 : 0)
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
        .match(/no seat left in your plan/g),
    ).toHaveLength(8)
  })
})
