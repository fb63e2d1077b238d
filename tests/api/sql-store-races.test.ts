import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Organisation, User } from '../../server/people/tables'
import { type TwoServers, twoServersForTests } from '../support/two-servers'
import {
  createdAt,
  founding,
  invitationTo,
  mailTo,
  noCheckouts,
  secondsLater,
  sessionOf,
  subscriptionOf,
  userOf,
} from './sql-store-examples'

/** A person who opened a link on their network, and has no token. */
const fromHome = { tokenHash: null, network: 'home', openedSince: createdAt }

describe('two servers on one PostgreSQL', () => {
  const { database, servers } = twoServersForTests()
  let organisation: Organisation
  let admin: User
  let organisations = 0

  const whileHeld: TwoServers['whileHeld'] = (...given) => database.whileHeld(...given)
  const count: TwoServers['count'] = (...given) => database.count(...given)

  beforeEach(async () => {
    organisations += 1
    ;[organisation, admin] = founding(`acme-${organisations}`, `admin@acme-${organisations}.test`)
    await servers[0].createOrganisation(organisation, admin)
  })

  test('one of two people who use an invitation at the same moment joins', async () => {
    const invitation = invitationTo(organisation, `new@${organisation.slug}.test`)
    await servers[0].saveInvitations([invitation], [])
    await servers[0].openInvitation(invitation.tokenHash, createdAt, 'home')
    const answers = await whileHeld(
      'select from invitations where id = $1 for update',
      [invitation.id],
      servers.map(
        (server) => () =>
          server.addInvitedUser(
            userOf(organisation, invitation.emailKey),
            organisation.slug,
            createdAt,
            fromHome,
          ),
      ),
    )
    expect(answers.sort()).toEqual(['added', 'email-taken'])
    expect(
      await count('select count(*) from users where email_key = $1', invitation.emailKey),
    ).toBe(1)
  })

  test('joining one organisation keeps the invitation of another one', async () => {
    const [other, otherAdmin] = founding(
      `other-${organisation.slug}`,
      `other@${organisation.slug}.test`,
    )
    await servers[0].createOrganisation(other, otherAdmin)
    const emailKey = `new@${organisation.slug}.test`
    const both = [invitationTo(organisation, emailKey), invitationTo(other, emailKey)]
    for (const invitation of both) await servers[0].saveInvitations([invitation], [])
    for (const { tokenHash } of both) await servers[0].openInvitation(tokenHash, createdAt, 'home')
    const answers = await Promise.all(
      [organisation, other].map((joined, index) =>
        servers[index === 0 ? 0 : 1].addInvitedUser(
          userOf(joined, emailKey),
          joined.slug,
          createdAt,
          fromHome,
        ),
      ),
    )
    expect(answers.sort()).toEqual(['added', 'email-taken'])
    expect(await count('select count(*) from invitations where email_key = $1', emailKey)).toBe(1)
  })

  test('no session is created for a password that is replaced at the same moment', async () => {
    const kept = await whileHeld(
      'update users set password_hash = $1 where id = $2',
      ['replaced', admin.id],
      [() => servers[0].createSession(sessionOf(admin), admin.passwordHash)],
    )
    expect(kept).toEqual(['void'])
    expect(await count('select count(*) from sessions where user_id = $1', admin.id)).toBe(0)
  })

  test('a server skips mails that another one is taking, without waiting', async () => {
    await database.observer.query('delete from mails')
    const held = mailTo('held@acme.test')
    const free = mailTo('free@acme.test', { createdAt: secondsLater(1) })
    await servers[0].saveInvitations([invitationTo(organisation, 'held@acme.test')], [held, free])
    await database.outsider.query('begin')
    await database.outsider.query('select from mails where id = $1 for update', [held.id])
    const taken = await servers[0].takeDueMails(createdAt, secondsLater(60), 1)
    await database.outsider.query('rollback')
    expect(taken.map(({ id }) => id)).toEqual([free.id])
  })

  test('signing in deletes the user’s expired sessions', async () => {
    const kept = { ...sessionOf(admin), expiresAt: secondsLater(7200) }
    await servers[0].createSession(sessionOf(admin), admin.passwordHash)
    await servers[0].createSession(kept, admin.passwordHash)
    await servers[1].createSession(
      { ...sessionOf(admin), createdAt: secondsLater(3600) },
      admin.passwordHash,
    )
    expect(await count('select count(*) from sessions where user_id = $1', admin.id)).toBe(2)
    expect(await servers[0].findCaller(kept.id, createdAt, noCheckouts)).not.toBeNull()
  })

  test('a decision on subscriptions reads what was saved while it waited', async () => {
    const { outsider } = database
    const subscription = subscriptionOf(organisation)
    await servers[0].addSubscription(subscription)
    await outsider.query('begin')
    await outsider.query('insert into billings (organisation_id) values ($1)', [organisation.id])
    const reading = servers[0].findBilling(organisation.id, subscription.id)
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
    await servers[0].createOrganisation(other, otherUser)
    const { outsider } = database
    const held = 'update addresses set held_until = null where email_key = $1'
    const { fullName } = admin
    const { email, emailKey } = otherUser
    for (let deadlocks = 0; deadlocks < 2; ) {
      deadlocks = 0
      await outsider.query('begin')
      await outsider.query(held, [emailKey])
      const answer = servers[0]
        .updateUser(admin.id, { fullName, email, emailKey }, admin.email, null, createdAt)
        .catch((error: unknown) => error)
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
