import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Organisation, User } from '../../server/store/entities'
import { openTwoServers, type TwoServers } from '../support/two-servers'
import { createdAt, founding, mailTo, resetOf, sessionOf } from './sql-store-examples'

describe('links that set a password, of two servers on one PostgreSQL', () => {
  let database: TwoServers
  let servers: TwoServers['servers']
  let outsider: TwoServers['outsider']
  let organisation: Organisation
  let admin: User
  let organisations = 0

  const whileHeld: TwoServers['whileHeld'] = (...given) => database.whileHeld(...given)
  const count: TwoServers['count'] = (...given) => database.count(...given)

  beforeAll(async () => {
    database = await openTwoServers()
    ;({ servers, outsider } = database)
  })

  beforeEach(async () => {
    organisations += 1
    ;[organisation, admin] = founding(`acme-${organisations}`, `admin@acme-${organisations}.test`)
    await servers[0].createOrganisation(organisation, admin)
  })

  afterAll(() => database.close())

  test('a reset link used twice at the same moment sets one password', async () => {
    const reset = resetOf(admin)
    await servers[0].savePasswordReset(reset, mailTo(admin.email))
    await servers[0].createSession(sessionOf(admin), admin.passwordHash)
    const answers = await whileHeld(
      'select from password_links where token_hash = $1 for update',
      [reset.tokenHash],
      servers.map(
        (server, index) => () => server.resetPassword(reset.tokenHash, `new-${index}`, createdAt),
      ),
    )
    expect(answers.filter((answer) => answer !== null)).toEqual([admin.emailKey])
    const membership = await servers[0].findMembershipByEmailKey(admin.emailKey)
    expect(membership?.user.passwordHash).toBe(`new-${answers.indexOf(admin.emailKey)}`)
    expect(await count('select count(*) from sessions where user_id = $1', admin.id)).toBe(0)
  })

  test('a reset also ends a session created at the same moment', async () => {
    const reset = resetOf(admin)
    await servers[0].savePasswordReset(reset, mailTo(admin.email))
    const answers = await whileHeld(
      `insert into sessions (id, user_id, refresh_token_hash, created_at, expires_at)
        select $1, id, $1, now(), now() from users where id = $2 for share`,
      [randomUUID(), admin.id],
      [() => servers[1].resetPassword(reset.tokenHash, 'new', createdAt)],
    )
    expect(answers).toEqual([admin.emailKey])
    expect(await count('select count(*) from sessions where user_id = $1', admin.id)).toBe(0)
  })

  test('a reset link that is used while its address is changed sets no password', async () => {
    const reset = resetOf(admin)
    await servers[0].savePasswordReset(reset, mailTo(admin.email))
    await servers[0].createSession(sessionOf(admin), admin.passwordHash)
    const moved = `moved-${admin.emailKey}`
    const answers = await whileHeld(
      'update users set email_key = $1 where id = $2',
      [moved, admin.id],
      [() => servers[0].resetPassword(reset.tokenHash, 'new', createdAt)],
    )
    expect(answers).toEqual([null])
    const membership = await servers[0].findMembershipByEmailKey(moved)
    expect(membership?.user.passwordHash).toBe(admin.passwordHash)
    expect(await count('select count(*) from sessions where user_id = $1', admin.id)).toBe(1)
  })

  test('a reset saved by the previous version sets a password once', async () => {
    const { userId, tokenHash, expiresAt } = resetOf(admin)
    await outsider.query(
      `insert into password_resets (id, user_id, token_hash, created_at, expires_at)
        values ($1, $2, $3, $4, $4)`,
      [randomUUID(), userId, tokenHash, expiresAt],
    )
    expect(await servers[0].resetPassword(tokenHash, 'new', createdAt)).toBe(admin.emailKey)
    expect(await servers[0].resetPassword(tokenHash, 'newer', createdAt)).toBeNull()
  })

  test('one of two reset links used at the same moment sets a password', async () => {
    const resets = [resetOf(admin), resetOf(admin)] as const
    for (const reset of resets) await servers[0].savePasswordReset(reset, mailTo(admin.email))
    const answers = await whileHeld(
      'select from users where id = $1 for update',
      [admin.id],
      resets.map(
        ({ tokenHash }, index) =>
          () =>
            servers[index === 0 ? 0 : 1].resetPassword(tokenHash, `new-${index}`, createdAt),
      ),
    )
    expect(answers.filter((answer) => answer !== null)).toEqual([admin.emailKey])
    const membership = await servers[0].findMembershipByEmailKey(admin.emailKey)
    expect(membership?.user.passwordHash).toBe(`new-${answers.indexOf(admin.emailKey)}`)
  })

  test('a reset also voids a link created at the same moment', async () => {
    const [reset, kept] = [resetOf(admin), resetOf(admin)]
    await servers[0].savePasswordReset(reset, mailTo(admin.email))
    await whileHeld(
      `insert into password_links (token_hash, user_id, email_key, created_at, expires_at)
        select $1, id, email_key, now(), now() + interval '100 years' from users where id = $2 for share`,
      [kept.tokenHash, admin.id],
      [() => servers[1].resetPassword(reset.tokenHash, 'new', createdAt)],
    )
    expect(await servers[0].resetPassword(kept.tokenHash, 'newer', createdAt)).toBeNull()
  })

  test('a reset link voided at the moment of its use sets no password', async () => {
    const reset = resetOf(admin)
    await servers[0].savePasswordReset(reset, mailTo(admin.email))
    const answers = await whileHeld(
      'delete from password_links where token_hash = $1',
      [reset.tokenHash],
      [() => servers[0].resetPassword(reset.tokenHash, 'new', createdAt)],
    )
    expect(answers).toEqual([null])
    const membership = await servers[0].findMembershipByEmailKey(admin.emailKey)
    expect(membership?.user.passwordHash).toBe(admin.passwordHash)
  })
})
