import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { networkOf } from '../../server/api/networks'
import type { Services } from '../../server/api/services'
import { saveReset } from '../../server/auth/password-reset'
import { setPasswordByLink } from '../../server/auth/set-password-by-link'
import type { Organisation, User } from '../../server/people/tables'
import { saveProfile } from '../../server/profile/profile'
import { add } from '../../server/store/change'
import { type TwoServers, twoServersForTests } from '../support/two-servers'
import { createdAt, found, founding, mailTo, resetOf, sessionOf } from './sql-store-examples'

const network = networkOf('192.0.2.1')

describe('links that set a password, of two servers on one PostgreSQL', () => {
  const { database, services: servers } = twoServersForTests(() => createdAt)
  let organisation: Organisation
  let admin: User
  let organisations = 0

  const whileHeld: TwoServers['whileHeld'] = (...given) => database.whileHeld(...given)
  const count: TwoServers['count'] = (...given) => database.count(...given)

  beforeEach(async () => {
    organisations += 1
    ;[organisation, admin] = founding(`acme-${organisations}`, `admin@acme-${organisations}.test`)
    await found(servers[0].store, organisation, admin)
  })

  async function mailedReset() {
    const reset = resetOf(admin)
    await saveReset(servers[0].store, reset, mailTo(admin.email))
    return reset
  }
  /** @returns the address of the account whose password it has set; null: none. */
  async function resetPassword(server: Services, tokenHash: string, passwordHash: string) {
    const given = { tokenHash, passwordHash, factor: null }
    const done = await setPasswordByLink(server, admin.id, given, createdAt, network, () => null)
    return done && !('refusal' in done) ? done.user.emailKey : null
  }
  const sessions = () => count('select count(*) from sessions where user_id = $1', admin.id)

  test('a reset link used twice at the same moment sets one password', async () => {
    const reset = await mailedReset()
    await servers[0].store.save(add('sessions', sessionOf(admin)))
    const answers = await whileHeld(
      'select from password_links where token_hash = $1 for update',
      [reset.tokenHash],
      servers.map((server, index) => () => resetPassword(server, reset.tokenHash, `new-${index}`)),
    )
    expect(answers.filter((answer) => answer !== null)).toEqual([admin.emailKey])
    const user = await servers[0].store.one('users', { emailKey: admin.emailKey })
    expect(user?.passwordHash).toBe(`new-${answers.indexOf(admin.emailKey)}`)
    expect(await sessions()).toBe(0)
  })

  test('a reset also ends a session created at the same moment', async () => {
    const reset = await mailedReset()
    const answers = await whileHeld(
      `insert into sessions (id, user_id, refresh_token_hash, created_at, expires_at, browser, network,
          last_active_at, is_by_passkey)
        select $1, id, $1, now(), now(), '', '', now(), false from users where id = $2 for share`,
      [randomUUID(), admin.id],
      [() => resetPassword(servers[1], reset.tokenHash, 'new')],
    )
    expect(answers).toEqual([admin.emailKey])
    expect(await sessions()).toBe(0)
  })

  test('a reset link that is used while its address is changed sets no password', async () => {
    const reset = await mailedReset()
    await servers[0].store.save(add('sessions', sessionOf(admin)))
    const moved = `moved-${admin.emailKey}`
    const answers = await whileHeld(
      'update users set email_key = $1 where id = $2',
      [moved, admin.id],
      [() => resetPassword(servers[0], reset.tokenHash, 'new')],
    )
    expect(answers).toEqual([null])
    const user = await servers[0].store.one('users', { emailKey: moved })
    expect(user?.passwordHash).toBe(admin.passwordHash)
    expect(await sessions()).toBe(1)
  })

  test('a reset also voids a link created at the same moment', async () => {
    const [reset, kept] = [await mailedReset(), resetOf(admin)]
    await whileHeld(
      `insert into password_links (token_hash, user_id, email_key, created_at, expires_at, undoes_factor)
        select $1, id, email_key, now(), now() + interval '100 years', false
        from users where id = $2 for share`,
      [kept.tokenHash, admin.id],
      [() => resetPassword(servers[1], reset.tokenHash, 'new')],
    )
    expect(await resetPassword(servers[0], kept.tokenHash, 'newer')).toBeNull()
  })

  /** An account with a changed address: its recovery link, and its current address. */
  async function moved() {
    const email = `moved-${admin.email}`
    const link = { ...resetOf(admin), restoresEmail: admin.email }
    const move = () => ({ mails: [mailTo(admin.email)], links: [link] })
    const changes = { fullName: admin.fullName, email, emailKey: email }
    await saveProfile(servers[0], null, { ...admin, network }, changes, move)
    return { link, email, changes }
  }
  const heldAddresses = () => count('select count(*) from addresses where user_id = $1', admin.id)

  test.each([
    ['before', 0],
    ['after', 1],
  ])(
    'an account recovered just %s its address is changed again stays its owner’s',
    async (_, turn) => {
      const { link, email, changes } = await moved()
      await servers[0].store.save(add('sessions', sessionOf(admin)))
      const again = `again-${admin.email}`
      const later = { ...resetOf(admin), emailKey: email, restoresEmail: email }
      const takeBack = () => resetPassword(servers[0], link.tokenHash, 'new')
      const change = () =>
        saveProfile(
          servers[1],
          null,
          { id: admin.id, email, network },
          { ...changes, email: again, emailKey: again },
          () => ({ mails: [mailTo(email)], links: [link, later] }),
        )
      const first = turn === 0 ? takeBack : change
      const answers = await whileHeld<unknown>(
        'select from users where id = $1 for update',
        [admin.id],
        [
          first,
          // Waiters for a row get it in turn.
          async () => {
            await vi.waitFor(async () => expect(await database.waiting()).toBe(1), 20_000)
            return await (first === change ? takeBack() : change())
          },
        ],
      )
      if (first === change) answers.reverse()
      expect(answers).toMatchObject([
        admin.emailKey,
        first === change ? { user: { email: again } } : 'changed-meanwhile',
      ])
      const user = await servers[0].store.one('users', { emailKey: admin.emailKey })
      expect(user).toMatchObject({
        id: admin.id,
        email: admin.email,
        passwordHash: 'new',
      })
      expect(await count('select count(*) from password_links where user_id = $1', admin.id)).toBe(
        0,
      )
      expect(await sessions()).toBe(0)
      expect(await heldAddresses()).toBe(1)
    },
  )

  test('an account is recovered while somebody signs up with its reserved address', async () => {
    const { link } = await moved()
    const [, stranger] = founding(`strangers-${organisations}`, admin.email)
    const strangers = { ...organisation, id: randomUUID(), slug: `strangers-${organisations}` }
    const signUp = () =>
      found(servers[1].store, strangers, { ...stranger, organisationId: strangers.id })
    const answers = await whileHeld<unknown>(
      'select from addresses where email_key = $1 for update',
      [admin.emailKey],
      [() => resetPassword(servers[0], link.tokenHash, 'new'), signUp],
    )
    expect(answers).toEqual([admin.emailKey, 'email-taken'])
    expect(await heldAddresses()).toBe(1)
  })
})
