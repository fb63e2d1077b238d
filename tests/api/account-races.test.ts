import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePassword, replacePassword } from '../../server/account/password'
import { beginTwoFactor, confirmTwoFactor } from '../../server/account/two-factor'
import type { Caller } from '../../server/api/caller'
import { networkOf } from '../../server/api/networks'
import type { Services } from '../../server/api/services'
import { saveReset } from '../../server/auth/password-reset'
import { signIn } from '../../server/auth/session'
import { setPasswordByLink } from '../../server/auth/set-password-by-link'
import type { Session } from '../../server/auth/tables'
import { leave } from '../../server/organisation/leaving'
import { addPasskey, beginPasskey, removePasskey } from '../../server/passkeys/passkeys'
import { signInWithPasskey } from '../../server/passkeys/sign-in'
import type { Organisation, User } from '../../server/people/tables'
import { add } from '../../server/store/change'
import { codeAt } from '../../server/two-factor/one-time-codes'
import { beginAssertion } from '../../server/two-factor/passkey-assertion'
import { outcomesOf, signedIn } from '../support/acting'
import { type Authenticator, newAuthenticator } from '../support/authenticator'
import { entryExample } from '../support/examples'
import { twoServersForTests } from '../support/two-servers'
import { found, founding, mailTo, resetOf, sessionOf, userOf } from './sql-store-examples'

const network = networkOf('192.0.2.1')
const client = { network, browser: 'Firefox on Windows' }
const password = 'a long password'
const lockUser = 'select from users where id = $1 for update'
const lasting = { expiresAt: new Date('9999-01-01') }

/** Two things that happen to an account at once: one of them waits for the other's row. */
describe('two servers and one account', () => {
  let passed = 0
  const clock = () => new Date(Date.now() + passed)
  const { database, services: servers } = twoServersForTests(clock)
  let passwordHash: string
  let organisation: Organisation
  let admin: User
  let other: User
  let organisations = 0

  const store = () => database.servers[0]
  const caller = (user: User, sessionId: string) => ({
    user,
    hasCodes: false,
    organisation,
    sessionId,
    live: null,
  })
  const told = async (action: string) =>
    (await store().findHistory(organisation.id, null, 999)).filter((one) => one.action === action)
  const userNow = async () => await store().one('users', { id: admin.id })
  const sessionsOf = async ({ id }: User) =>
    (await store().all('sessions', { userId: id })).map((session) => session.id)
  async function newSession(user: User): Promise<Session> {
    const session = { ...sessionOf(user), ...lasting }
    await store().save(add('sessions', session))
    return session
  }
  /** Lets both happen in the same instant: each waits for the user's row. */
  const atOnce = (calls: readonly (() => Promise<unknown>)[]) =>
    database.outcomesOfHeld(lockUser, admin.id, calls)

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
    const sessions = [(await newSession(admin)).id, (await newSession(other)).id] as const
    const outcomes = await outcomesOf([
      leave(servers[0], caller(admin, sessions[0]), client, { password }),
      leave(servers[1], caller(other, sessions[1]), client, { password }),
    ])
    // The second is the only person by then.
    expect(outcomes.sort()).toEqual([409, null])
    const members = await store().all('users', { organisationId: organisation.id })
    expect(members.map(({ isAdmin }) => isAdmin)).toEqual([true])
  })

  test('of two simultaneous changes of the password, one succeeds, and only its session survives', async () => {
    const [here, there] = [await newSession(admin), await newSession(admin)]
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
    const set = isHere ? 'set from here' : 'set from there'
    const hash = (await userNow())?.passwordHash ?? ''
    expect(await servers[0].passwords.verify(hash, set)).toBe(true)
    expect(await told('password-changed')).toHaveLength(1)
  })

  /** Creates a session as signing in does: it holds the user's row, and the session isn't to be seen yet. */
  const lateSignIn = `with owner as (select id from users where id = $1 for share)
    insert into sessions (id, user_id, refresh_token_hash, created_at, expires_at, browser, network,
      last_active_at, is_by_passkey)
    select $2, id, $2, now(), 'infinity', '', '', now(), false from owner`

  test('a sign-in with the old password during its change doesn’t last', async () => {
    const { id: sessionId } = await newSession(admin)
    const to = { from: admin.passwordHash, to: 'another hash' }
    const entries = [entryExample({ organisationId: organisation.id })] as const
    const change = () =>
      replacePassword(servers[1].store, { user: admin, sessionId }, to, () => mailTo(admin.email), [
        ...entries,
      ])
    await database.whileHeld<boolean>(lateSignIn, [admin.id, `late ${admin.id}`], [change])
    expect(await sessionsOf(admin)).toEqual([sessionId])
  })

  test('nobody signs in with a password that is replaced at the same moment', async () => {
    const replacing = `update users set password_hash = 'replaced' where id = $1`
    const signingIn = () => signIn(servers[0], admin.email, password, client)
    expect(await database.outcomesOfHeld(replacing, admin.id, [signingIn])).toEqual([401])
    expect(await sessionsOf(admin)).toEqual([])
  })

  test('a link that sets a password also ends a session that is created at the same moment', async () => {
    const reset = { ...resetOf(admin), createdAt: clock(), ...lasting }
    await saveReset(servers[0].store, reset, mailTo(admin.email))
    const given = { tokenHash: reset.tokenHash, passwordHash: 'new', factor: null }
    const use = () => setPasswordByLink(servers[1], admin.id, given, clock(), network, () => null)
    const [done] = await database.whileHeld(lateSignIn, [admin.id, randomUUID()], [use])
    expect(done).toMatchObject({ user: { emailKey: admin.emailKey } })
    expect(await sessionsOf(admin)).toEqual([])
  })

  test('a code that is used twice at once signs in once', async () => {
    const asking = await signedIn(store(), organisation, admin)
    const { secret } = await beginTwoFactor(servers[0], asking, { password }, client)
    await confirmTwoFactor(servers[0], asking, codeAt(secret, clock()), client)
    // The next time step, which nobody has used.
    passed += 60_000
    const lockFactor = 'select from second_factors where user_id = $1 for update'
    const code = codeAt(secret, clock())
    const answers = await database.outcomesOfHeld(
      lockFactor,
      admin.id,
      servers.map((services) => () => signIn(services, admin.email, password, client, code)),
    )
    expect(answers.toSorted()).toEqual([422, 'done'])
  })

  describe('a passkey', () => {
    const origin = 'https://app.example'
    let asking: Caller
    let device: Authenticator

    const rowsOf = () => store().all('passkeys', { userId: admin.id })
    const assertion = () => {
      const { ceremony, options } = beginAssertion(servers[0], 'sign-in', [])
      return { ceremony, credential: device.get(options) }
    }

    beforeEach(async () => {
      asking = await signedIn(store(), organisation, admin)
      device = newAuthenticator(origin)
      const { ceremony, options } = await beginPasskey(servers[0], asking, client, { password })
      const added = { ceremony, credential: device.create(options), name: 'A key' }
      await addPasskey(servers[0], asking, client, added)
    })

    test('signs in once by a ceremony that is used twice at once', async () => {
      const proof = assertion()
      const answers = await atOnce(
        servers.map((services) => () => signInWithPasskey(services, proof, client, () => {})),
      )
      expect(answers.toSorted()).toEqual([422, 'done'])
      const sessions = await store().all('sessions', { userId: admin.id, isByPasskey: true })
      expect(sessions).toHaveLength(1)
    })

    test('opens nothing after it was removed while another server signed in with it', async () => {
      const proof = assertion()
      const [{ id: passkey_id = '' } = {}] = await rowsOf()
      const answers = await atOnce([
        () => removePasskey(servers[0], asking, client, { passkey_id, password }),
        () => signInWithPasskey(servers[1], proof, client, () => {}),
      ])
      expect(answers[0]).toBe('done')
      expect(await rowsOf()).toEqual([])
      const again = signInWithPasskey(servers[1], assertion(), client, () => {})
      await expect(again).rejects.toMatchObject({ details: { code: 'unknown_passkey' } })
    })
  })
})
