import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changePassword } from '../../server/account/password'
import { beginTwoFactor, confirmTwoFactor } from '../../server/account/two-factor'
import type { Caller } from '../../server/api/caller'
import { networkOf } from '../../server/api/networks'
import type { Store } from '../../server/api/store'
import { saveReset } from '../../server/auth/password-reset'
import { signIn } from '../../server/auth/session'
import { setPasswordByLink } from '../../server/auth/set-password-by-link'
import { leave } from '../../server/organisation/leaving'
import { addPasskey, beginPasskey } from '../../server/passkeys/passkeys'
import { signInWithPasskey } from '../../server/passkeys/sign-in'
import type { Organisation, User } from '../../server/people/tables'
import { add, set } from '../../server/store/change'
import { inviteMembers } from '../../server/team/invitation'
import { readTeam, setRole } from '../../server/team/team'
import { codeAt } from '../../server/two-factor/one-time-codes'
import { beginAssertion } from '../../server/two-factor/passkey-assertion'
import { outcomesOf, signedIn } from '../support/acting'
import { newAuthenticator } from '../support/authenticator'
import { twoServersForTests } from '../support/two-servers'
import { found, founding, mailTo, resetOf, userOf } from './sql-store-examples'

const network = networkOf('192.0.2.1')
const client = { network, browser: 'Firefox on Windows' }
const password = 'a long password'

/** Two things that happen at once to a team of two admins, or to an account of one of them. */
describe('two servers', () => {
  let passed = 0
  const clock = () => new Date(Date.now() + passed)
  const { database, services: servers } = twoServersForTests(clock)
  let store: Store
  let passwordHash: string
  let organisation: Organisation
  let admin: User
  let other: User
  let byAdmin: Caller
  let byOther: Caller
  let organisations = 0

  const members = () => store.all('users', { organisationId: organisation.id })
  const sessionsOf = async ({ id }: User) =>
    (await store.all('sessions', { userId: id })).map((session) => session.id)

  beforeAll(async () => {
    store = servers[0].store
    passwordHash = await servers[0].passwords.hash(password)
  })

  beforeEach(async () => {
    organisations += 1
    const [founded, founder] = founding(`own-${organisations}`, `a@own-${organisations}.test`)
    organisation = founded
    admin = { ...founder, passwordHash }
    other = { ...userOf(organisation, `b@own-${organisations}.test`), isAdmin: true, passwordHash }
    await found(store, organisation, admin)
    await store.save(add('users', other))
    byAdmin = await signedIn(store, organisation, admin)
    byOther = await signedIn(store, organisation, other)
  })

  test('of two admins who demote each other at once, or leave, one stays', async () => {
    const admins = async () => (await members()).filter(({ isAdmin }) => isAdmin).length
    const demoted = await outcomesOf([
      setRole(servers[0], byAdmin, network, other.id, false),
      setRole(servers[1], byOther, network, admin.id, false),
    ])
    expect(demoted.sort()).toEqual([403, null])
    expect(await admins()).toBe(1)
    await store.save(set('users', { organisationId: organisation.id }, { isAdmin: true }))
    const left = await outcomesOf([
      leave(servers[0], byAdmin, client, { password }),
      leave(servers[1], byOther, client, { password }),
    ])
    // The second is the only person by then.
    expect(left.sort()).toEqual([409, null])
    expect(await admins()).toBe(1)
  })

  test('that invite as places run out fill them, and no more', async () => {
    const emails = (prefix: string) =>
      Array.from({ length: 8 }, (_, index) => `${prefix}${index}@own-${organisations}.test`)
    const answers = await Promise.all([
      inviteMembers(servers[0], byAdmin, network, emails('c')),
      inviteMembers(servers[1], byOther, network, emails('d')),
    ])
    // Ten without a plan, of which two are taken.
    expect(answers.reduce((sum, { invited }) => sum + invited, 0)).toBe(8)
    expect((await readTeam(servers[0], organisation.id)).invitations).toHaveLength(8)
  })

  test('a sign-in with the old password during its change, or the use of a link, doesn’t last', async () => {
    /** Creates a session as signing in does: it holds the user's row, and the session isn't to be seen yet. */
    const lateSignIn = `with owner as (select id from users where id = $1 for share)
      insert into sessions (id, user_id, refresh_token_hash, created_at, expires_at, browser, network,
        last_active_at, is_by_passkey)
      select $2, id, $2, now(), 'infinity', '', '', now(), false from owner`
    const during = (act: () => Promise<unknown>) =>
      database.whileHeld(lateSignIn, [admin.id, randomUUID()], [act])
    const to = { current_password: password, new_password: 'another password' }
    await during(() => changePassword(servers[1], byAdmin, client, to))
    expect(await sessionsOf(admin)).toEqual([byAdmin.sessionId])
    const expiresAt = new Date('9999-01-01')
    const reset = { ...resetOf(admin), createdAt: clock(), expiresAt }
    await saveReset(store, reset, mailTo(admin.email))
    const given = { tokenHash: reset.tokenHash, passwordHash: 'new', factor: null }
    const [done] = await during(() =>
      setPasswordByLink(servers[1], admin.id, given, clock(), network, () => null),
    )
    expect(done).toMatchObject({ user: { emailKey: admin.emailKey } })
    expect(await sessionsOf(admin)).toEqual([])
  })

  test('nobody signs in with a password that is replaced at the same moment', async () => {
    const replacing = `update users set password_hash = 'replaced' where id = $1`
    const signingIn = () => signIn(servers[0], admin.email, password, client)
    expect(await database.outcomesOfHeld(replacing, admin.id, [signingIn])).toEqual([401])
    expect(await sessionsOf(admin)).toEqual([byAdmin.sessionId])
  })

  test('a code that is used twice at once signs in once', async () => {
    const { secret } = await beginTwoFactor(servers[0], byAdmin, { password }, client)
    await confirmTwoFactor(servers[0], byAdmin, codeAt(secret, clock()), client)
    // The next time step, which nobody has used.
    passed += 60_000
    const code = codeAt(secret, clock())
    const answers = await database.outcomesOfHeld(
      'select from second_factors where user_id = $1 for update',
      admin.id,
      servers.map((services) => () => signIn(services, admin.email, password, client, code)),
    )
    expect(answers.toSorted()).toEqual([422, 'done'])
  })

  test('a passkey signs in once by a ceremony that is used twice at once', async () => {
    const device = newAuthenticator('https://app.example')
    const { ceremony, options } = await beginPasskey(servers[0], byAdmin, client, { password })
    const key = { ceremony, credential: device.create(options), name: 'A key' }
    await addPasskey(servers[0], byAdmin, client, key)
    const assertion = () => {
      const { ceremony, options } = beginAssertion(servers[0], 'sign-in', [])
      return { ceremony, credential: device.get(options) }
    }
    const proof = assertion()
    const answers = await database.outcomesOfHeld(
      'select from users where id = $1 for update',
      admin.id,
      servers.map((services) => () => signInWithPasskey(services, proof, client, () => {})),
    )
    expect(answers.toSorted()).toEqual([422, 'done'])
    const ofPasskey = { userId: admin.id, isByPasskey: true }
    expect(await store.all('sessions', ofPasskey)).toHaveLength(1)
  })
})
