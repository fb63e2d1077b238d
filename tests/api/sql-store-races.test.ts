import { beforeEach, describe, expect, test, vi } from 'vitest'
import { networkOf } from '../../server/api/networks'
import type { Services } from '../../server/api/services'
import { joinByInvitation } from '../../server/auth/signup'
import { readBilling } from '../../server/billing/save'
import { byOrglens } from '../../server/people/author'
import type { Organisation, User } from '../../server/people/tables'
import { saveProfile } from '../../server/profile/profile'
import { add } from '../../server/store/change'
import type { Invitation } from '../../server/team/tables'
import { type TwoServers, twoServersForTests } from '../support/two-servers'
import {
  createdAt,
  found,
  founding,
  invitationTo,
  subscriptionOf,
  userOf,
} from './sql-store-examples'

const network = networkOf('192.0.2.1')

/** Signs somebody up at a server with the token of an invitation. */
const join = (server: Services, to: Organisation, { emailKey, tokenHash }: Invitation) =>
  joinByInvitation(
    server,
    userOf(to, emailKey),
    to.slug,
    { tokenHash, network: null, openedSince: createdAt },
    byOrglens(),
  )

describe('two servers on one PostgreSQL', () => {
  const { database, servers, services } = twoServersForTests(() => createdAt)
  let organisation: Organisation
  let admin: User
  let organisations = 0

  const whileHeld: TwoServers['whileHeld'] = (...given) => database.whileHeld(...given)
  const count: TwoServers['count'] = (...given) => database.count(...given)

  beforeEach(async () => {
    organisations += 1
    ;[organisation, admin] = founding(`acme-${organisations}`, `admin@acme-${organisations}.test`)
    await found(servers[0], organisation, admin)
  })

  test('one of two people who use an invitation at the same moment joins', async () => {
    const invitation = invitationTo(organisation, `new@${organisation.slug}.test`)
    await servers[0].save(add('invitations', invitation))
    const answers = await whileHeld(
      'select from invitations where id = $1 for update',
      [invitation.id],
      services.map((server) => () => join(server, organisation, invitation)),
    )
    expect(answers.sort()).toEqual(['email-taken', 'joined'])
    expect(
      await count('select count(*) from users where email_key = $1', invitation.emailKey),
    ).toBe(1)
  })

  test('a decision on subscriptions reads what was saved while it waited', async () => {
    const { outsider } = database
    const subscription = subscriptionOf(organisation)
    await servers[0].save(add('subscriptions', subscription))
    await outsider.query('begin')
    await outsider.query('insert into billings (organisation_id) values ($1)', [organisation.id])
    const { id } = organisation
    const reading = servers[0].change('test', { billing: id }, null, async (read) => ({
      answer: await readBilling(read, id, subscription.id),
    }))
    await vi.waitFor(async () => expect(await database.waiting()).toBe(1), 20_000)
    await outsider.query(`update subscriptions set state = 'void' where id = $1`, [subscription.id])
    await outsider.query('commit')
    const { subscriptions } = await reading
    expect(subscriptions).toMatchObject([{ state: 'void' }])
  })

  test('two users who take each other’s address are both refused, even after two deadlocks', async () => {
    const [other, otherUser] = founding(
      `other-${organisation.slug}`,
      `other@${organisation.slug}.test`,
    )
    await found(servers[0], other, otherUser)
    const { outsider } = database
    const held = 'update addresses set held_until = null where email_key = $1'
    const { fullName } = admin
    const { email, emailKey } = otherUser
    for (let deadlocks = 0; deadlocks < 2; ) {
      deadlocks = 0
      await outsider.query('begin')
      await outsider.query(held, [emailKey])
      const answer = saveProfile(
        services[0],
        null,
        { ...admin, network },
        { fullName, email, emailKey },
        null,
      ).catch((error: unknown) => error)
      let refusal: unknown = null
      while (refusal === null && deadlocks < 2) {
        await vi.waitFor(async () => expect(await database.waiting()).toBe(1), 20_000)
        await outsider.query('savepoint before')
        refusal = await outsider
          .query('update users set full_name = $1 where id = $2', ['Ada', admin.id])
          .then(
            () => null,
            ({ code }) => code,
          )
        await outsider.query('rollback to savepoint before')
        // PostgreSQL looks for a deadlock once, when somebody has waited for a second, and ends
        // whoever that was. If that was the outsider, the store waits on: all begins again.
        if (refusal === null) deadlocks += 1
        else expect(refusal).toBe('40P01')
      }
      await outsider.query('rollback')
      expect(await answer).toBe('email-taken')
    }
  })
})
