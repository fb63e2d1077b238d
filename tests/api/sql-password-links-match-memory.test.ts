import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Organisation, User } from '../../server/people/tables'
import { everyStore } from '../support/every-store'
import { userChangesExample } from '../support/examples'
import type { TestStore } from '../support/test-store'
import {
  createdAt,
  founding,
  mailTo,
  noCheckouts,
  resetOf,
  sessionOf,
  userOf,
} from './sql-store-examples'

describe.each(everyStore)('links that set a password, in %s', (_, open) => {
  let store: TestStore
  let organisation: Organisation
  let admin: User
  let organisations = 0

  const captured = async () => (await store.listCapturedMails(100)).map(({ to }) => to)
  const captive = (to: string) => mailTo(to, { nextAttemptAt: null })

  beforeAll(async () => {
    store = await open()
  })

  beforeEach(async () => {
    organisations += 1
    ;[organisation, admin] = founding(`acme-${organisations}`, `admin@acme-${organisations}.test`)
    await store.createOrganisation(organisation, admin)
    for (const { id } of await store.listCapturedMails(1000)) await store.deleteMail(id)
  })

  afterAll(() => store.close())

  test('a reset sets a password once, and ends that user’s sessions only', async () => {
    const member = userOf(organisation, `member@${organisation.slug}.test`)
    await store.addUser(member)
    const [ended, other] = [sessionOf(admin), sessionOf(member)]
    for (const session of [ended, sessionOf(admin), other])
      await store.createSession(session, admin.passwordHash)
    const reset = resetOf(admin)
    await store.savePasswordReset(reset, captive(admin.email))
    expect(await captured()).toEqual([admin.email])

    expect(await store.resetPassword(reset.tokenHash, 'new', createdAt)).toBe(admin.emailKey)
    expect(await store.resetPassword(reset.tokenHash, 'newer', createdAt)).toBeNull()
    const changed = await store.findMembershipByEmailKey(admin.emailKey)
    expect(changed?.user).toEqual({ ...admin, passwordHash: 'new', isAddressProven: true })
    const unchanged = await store.findMembershipByEmailKey(member.emailKey)
    expect(unchanged?.user).toEqual(member)
    expect(await store.findCaller(ended.id, createdAt, noCheckouts)).toBeNull()
    expect(await store.findCaller(other.id, createdAt, noCheckouts)).not.toBeNull()
  })

  test('an unknown, expired or voided reset sets no password', async () => {
    const member = userOf(organisation, `member@${organisation.slug}.test`)
    await store.addUser(member)
    const [first, second, other] = [resetOf(admin), resetOf(admin), resetOf(member)]
    for (const reset of [first, second]) await store.savePasswordReset(reset, captive(admin.email))
    await store.savePasswordReset(other, captive(member.email))
    expect(await store.resetPassword('unknown', 'new', createdAt)).toBeNull()
    expect(await store.resetPassword(first.tokenHash, 'new', first.expiresAt)).toBeNull()
    expect(await store.resetPassword(first.tokenHash, 'new', createdAt)).toBe(admin.emailKey)
    expect(await store.resetPassword(second.tokenHash, 'newer', createdAt)).toBeNull()
    expect(await store.resetPassword(other.tokenHash, 'new', createdAt)).toBe(member.emailKey)
  })

  test('a reset mailed to a former address sets no password', async () => {
    const session = sessionOf(admin)
    await store.createSession(session, admin.passwordHash)
    const reset = resetOf(admin)
    // Written by a server that read the user before the change.
    await store.updateUser(
      admin.id,
      userChangesExample(`moved-${admin.emailKey}`),
      admin.email,
      null,
      createdAt,
    )
    await store.savePasswordReset(reset, captive(admin.email))
    expect(await captured()).toEqual([])
    expect(await store.resetPassword(reset.tokenHash, 'new', createdAt)).toBeNull()
    const kept = await store.findMembershipByEmailKey(`moved-${admin.emailKey}`)
    expect(kept?.user.passwordHash).toBe(admin.passwordHash)
    expect(await store.findCaller(session.id, createdAt, noCheckouts)).not.toBeNull()
  })

  test('a reset mailed to an unproven changed address sets no password, whoever kept it (D90)', async () => {
    const email = `moved-${admin.emailKey}`
    const changes = userChangesExample(email)
    const moved = { mails: [], links: [] }
    await store.updateUser(admin.id, changes, admin.email, moved, createdAt)
    // As a server of the previous version does.
    const reset = resetOf({ ...admin, emailKey: email })
    await store.savePasswordReset(reset, captive(email))
    expect(await store.resetPassword(reset.tokenHash, 'new', createdAt)).toBeNull()
    expect((await store.findMembershipByEmailKey(email))?.user.passwordHash).toBe(
      admin.passwordHash,
    )
  })
})
