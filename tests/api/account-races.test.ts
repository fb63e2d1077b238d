import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePassword, replacePassword } from '../../server/account/password'
import { endOtherSessions } from '../../server/account/sessions'
import { networkOf } from '../../server/api/networks'
import type { Services } from '../../server/api/services'
import { signIn } from '../../server/auth/session'
import type { Session } from '../../server/auth/tables'
import { leave } from '../../server/organisation/leaving'
import type { Organisation, User } from '../../server/people/tables'
import { above, add } from '../../server/store/change'
import { outcomesOf } from '../support/acting'
import { entryExample } from '../support/examples'
import { twoServersForTests } from '../support/two-servers'
import {
  createdAt,
  found,
  founding,
  mailTo,
  secondsLater,
  sessionOf,
  userOf,
} from './sql-store-examples'

const network = networkOf('192.0.2.1')
const client = { network, browser: 'Firefox on Windows' }
const password = 'a long password'
const lockSession = 'select from sessions where id = $1 for update'

describe('two servers and one account', () => {
  const { database, services: servers } = twoServersForTests()
  let passwordHash: string
  let organisation: Organisation
  let admin: User
  let other: User
  let organisations = 0

  const caller = (user: User, sessionId: string) => ({ user, organisation, sessionId, live: null })
  const store = () => database.servers[0]
  const members = () => store().all('users', { organisationId: organisation.id })
  const actions = async () =>
    (await store().findHistory(organisation.id, null, 999)).map(({ action }) => action)
  const sessionsOf = async ({ id }: User) =>
    (await store().all('sessions', { userId: id, expiresAt: above(createdAt) })).map(
      (session) => session.id,
    )
  async function signedIn(user: User): Promise<Session> {
    const session = { ...sessionOf(user), expiresAt: new Date('9999-01-01') }
    await store().save(add('sessions', session))
    return session
  }

  beforeAll(async () => {
    passwordHash = await servers[0].passwords.hash(password)
  })

  beforeEach(async () => {
    organisations += 1
    const [founded, founder] = founding(`own-${organisations}`, `a@own-${organisations}.test`)
    organisation = founded
    admin = { ...founder, passwordHash }
    await found(store(), organisation, admin)
    other = { ...userOf(organisation, `b@own-${organisations}.test`), isAdmin: true, passwordHash }
    await store().save(add('users', other))
  })

  test('of two admins who leave at once, one stays', async () => {
    const sessions = [(await signedIn(admin)).id, (await signedIn(other)).id] as const
    const [one, two] = await outcomesOf([
      leave(servers[0], caller(admin, sessions[0]), client, { password }),
      leave(servers[1], caller(other, sessions[1]), client, { password }),
    ])
    // The second is the only person by then.
    expect([one, two].sort()).toEqual([409, null])
    expect((await members()).map(({ isAdmin }) => isAdmin)).toEqual([true])
  })

  test('of two simultaneous changes of the password, one succeeds, and only its session survives', async () => {
    const [here, there] = [await signedIn(admin), await signedIn(admin)]
    const to = (session: Session, new_password: string, server: Services) =>
      changePassword(server, caller(admin, session.id), client, {
        current_password: password,
        new_password,
      })
    const results = await outcomesOf([
      to(here, 'set from here', servers[0]),
      to(there, 'set from there', servers[1]),
    ])
    // The second one is signed out, or finds another password.
    expect(results.filter((status) => status === null)).toHaveLength(1)
    expect([401, 422]).toContain(results.find((status) => status !== null))
    const isHere = results[0] === null
    expect(await sessionsOf(admin)).toEqual([isHere ? here.id : there.id])
    const user = await store().one('users', { id: admin.id })
    const set = isHere ? 'set from here' : 'set from there'
    expect(await servers[0].passwords.verify(user?.passwordHash ?? '', set)).toBe(true)
    expect((await actions()).filter((action) => action === 'password-changed')).toHaveLength(1)
  })

  test('a sign-in with the old password during its change doesn’t last', async () => {
    const session = await signedIn(admin)
    // As signing in does: it holds the user's row, and its session isn't to be seen yet.
    const late = `with owner as (select id from users where id = $1 for share)
      insert into sessions (id, user_id, refresh_token_hash, created_at, expires_at, browser, network,
        last_active_at, is_by_passkey)
      select $2, id, $2, now(), 'infinity', '', '', now(), false from owner`
    await database.whileHeld<boolean>(
      late,
      [admin.id, `late ${admin.id}`],
      [
        () =>
          replacePassword(
            servers[1].store,
            { user: admin, sessionId: session.id },
            { from: admin.passwordHash, to: 'another hash' },
            () => mailTo(admin.email),
            [entryExample({ organisationId: organisation.id })],
          ),
      ],
    )
    expect(await sessionsOf(admin)).toEqual([session.id])
  })

  test('nobody signs in with a password that is replaced at the same moment', async () => {
    const replacing = `update users set password_hash = 'replaced' where id = $1`
    const signingIn = () => signIn(servers[0], admin.email, password, client)
    expect(await database.outcomesOfHeld(replacing, admin.id, [signingIn])).toEqual([401])
    expect(await sessionsOf(admin)).toEqual([])
  })

  test('a session ended during its renewal stays ended', async () => {
    const [here, ended] = [await signedIn(admin), await signedIn(admin)]
    await database.whileHeld<unknown>(
      lockSession,
      [ended.id],
      [
        () => endOtherSessions(servers[0], caller(admin, here.id), network),
        () => store().renewSession(ended.refreshTokenHash, secondsLater(60), '192.0.2.7'),
      ],
    )
    expect(await sessionsOf(admin)).toEqual([here.id])
    expect(await store().renewSession(ended.refreshTokenHash, createdAt, '192.0.2.7')).toBeNull()
    expect((await actions()).filter((action) => action === 'sessions-ended')).toHaveLength(1)
  })
})
