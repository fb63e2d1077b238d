import { beforeEach, describe, expect, test } from 'vitest'
import type { InvitationProof } from '../../server/auth/signup'
import type { Session } from '../../server/auth/tables'
import { findMembership } from '../../server/people/people'
import type { Organisation, User } from '../../server/people/tables'
import { add } from '../../server/store/change'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { userChangesExample } from '../support/examples'
import {
  createdAt,
  founding,
  invitationTo,
  mailTo,
  noCheckouts,
  secondsLater,
  sessionOf,
  userOf,
} from './sql-store-examples'

describe.each(memoryAndSql)('a store in %s', (_, open) => {
  const store = storeForTests(open)
  let organisation: Organisation
  let admin: User
  let organisations = 0

  const captured = async () => (await store.listCapturedMails(100)).map(({ to }) => to)
  const captive = (to: string) => mailTo(to, { nextAttemptAt: null })
  const proof = { tokenHash: null, network: 'home', openedSince: createdAt }
  const join = (emailKey: string, now = createdAt, change: Partial<InvitationProof> = {}) =>
    store.addInvitedUser(
      { ...userOf(organisation, emailKey), organisationId: 'as the store finds' },
      organisation.slug,
      now,
      { ...proof, ...change },
    )

  /** Invites an address of the present organisation and opens the link. */
  async function inviteAndOpen(emailKey: string) {
    const invitation = invitationTo(organisation, emailKey)
    await store.saveInvitations([invitation], [])
    await store.openInvitation(invitation.tokenHash, createdAt, 'home')
    return invitation
  }

  beforeEach(async () => {
    organisations += 1
    ;[organisation, admin] = founding(`acme-${organisations}`, `admin@acme-${organisations}.test`)
    await store.createOrganisation(organisation, admin)
    for (const { id } of await store.listCapturedMails(1000)) await store.deleteMail(id)
    for (const { id } of await store.takeDueMails(secondsLater(1e6), createdAt, 1000)) {
      await store.deleteMail(id)
    }
  })

  test('two unknown networks are no proof', async () => {
    const invitation = await inviteAndOpen('nowhere@acme.test')
    await store.openInvitation(invitation.tokenHash, createdAt, null)
    expect(await join('nowhere@acme.test', createdAt, { network: null })).toBe('not-invited')
    expect(await join('nowhere@acme.test')).toBe('not-invited')
  })

  test('an invitation survives a taken address', async () => {
    const { tokenHash } = await inviteAndOpen(admin.emailKey)
    expect(await join(admin.emailKey)).toBe('email-taken')
    expect(await store.openInvitation(tokenHash, createdAt, 'home')).not.toBeNull()
  })

  test('a notice is saved only with its change', async () => {
    const changes = { fullName: 'Ada', email: 'x', emailKey: admin.emailKey, contactNumber: null }
    const updated = { user: { ...admin, ...changes, formerEmail: admin.email }, organisation }
    const member = userOf(organisation, `member@${organisation.slug}.test`)
    await store.addUser(member)
    const update = ({ id, email }: Pick<User, 'id' | 'email'>, to: string) =>
      store.updateUser(id, changes, email, { mails: [captive(to)], links: [] }, createdAt)
    expect(await update({ ...admin, email: 'earlier' }, 'early')).toBe('changed-meanwhile')
    expect(await update(admin, 'done')).toEqual(updated)
    expect(await update(admin, 'again')).toBe('changed-meanwhile')
    await expect(update({ id: 'nobody', email: 'x' }, 'nobody')).rejects.toMatchObject({
      status: 401,
    })
    expect(await update(member, 'taken')).toBe('email-taken')
    expect(await store.updateUser(admin.id, changes, 'x', null, createdAt)).toEqual(updated)
    expect(await captured()).toEqual(['done'])
  })

  test('every field that a user may change is saved, and read by all methods', async () => {
    const changes = userChangesExample(`moved-${admin.emailKey}`)
    const changed = { ...admin, ...changes }
    const session = sessionOf(admin)
    await store.createSession(session, admin.passwordHash)
    const updated = await store.updateUser(admin.id, changes, admin.email, null, createdAt)
    expect(updated).toEqual({ user: changed, organisation })
    expect(await findMembership(store, changes.emailKey)).toEqual(updated)
    const { passwordHash: _hash, createdAt: _createdAt, ...shown } = changed
    const caller = await store.findCaller(session.id, createdAt, noCheckouts)
    expect(caller?.user).toEqual(shown)
  })

  test('more than 500 sessions of a user end the oldest one, and nobody else’s', async () => {
    const member = userOf(organisation, `member@${organisation.slug}.test`)
    await store.addUser(member)
    const other = sessionOf(member)
    await store.createSession(other, member.passwordHash)
    const sessions = Array.from({ length: 501 }, (_, index) => ({
      ...sessionOf(admin),
      createdAt: secondsLater(index),
    }))
    const left = async (user: User) =>
      (await store.all('sessions', { userId: user.id })).map(({ id }) => id).sort()
    const idsBut = (gone: Session | undefined) =>
      sessions
        .filter((session) => session !== gone)
        .map(({ id }) => id)
        .sort()
    const [last, ...others] = sessions.toReversed()
    // In whatever order they arrive.
    const [earlier, arriving] = [others.slice(0, -2), others.slice(-2)]
    await store.save(add('sessions', ...earlier))
    for (const session of arriving) await store.createSession(session, admin.passwordHash)
    expect(await left(admin)).toEqual(idsBut(last))
    if (last) await store.createSession(last, admin.passwordHash)
    expect(await left(admin)).toEqual(idsBut(sessions[0]))
    expect(await left(member)).toEqual([other.id])
  })

  test('a session ends when it expires', async () => {
    const session = sessionOf(admin)
    await store.createSession(session, admin.passwordHash)
    await store.createSession(
      { ...sessionOf(admin), createdAt: secondsLater(3599) },
      admin.passwordHash,
    )
    const { refreshTokenHash } = session
    const find = (now: Date) => store.renewSession(refreshTokenHash, now, '192.0.2.7')
    expect(await find(secondsLater(3599))).toEqual({
      ...session,
      network: '192.0.2.7',
      lastActiveAt: secondsLater(3599),
    })
    expect(await find(secondsLater(3600))).toBeNull()
    const findCaller = (now: Date) => store.findCaller(session.id, now, noCheckouts)
    expect((await findCaller(secondsLater(3599)))?.user.id).toBe(admin.id)
    expect(await findCaller(secondsLater(3600))).toBeNull()
  })
})
