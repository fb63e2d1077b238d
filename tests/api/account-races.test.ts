import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changePassword, replacePassword } from '../../server/account/password'
import { endOtherSessions } from '../../server/account/sessions'
import { beginTwoFactor, confirmTwoFactor, removeTwoFactor } from '../../server/account/two-factor'
import type { Caller } from '../../server/api/caller'
import { networkOf } from '../../server/api/networks'
import type { Services } from '../../server/api/services'
import { saveReset } from '../../server/auth/password-reset'
import { signIn } from '../../server/auth/session'
import { setPasswordByLink } from '../../server/auth/set-password-by-link'
import type { Session } from '../../server/auth/tables'
import { leave } from '../../server/organisation/leaving'
import { changeSecondFactorRule } from '../../server/organisation/second-factor-rule'
import { addPasskey, beginPasskey, removePasskey } from '../../server/passkeys/passkeys'
import { signInWithPasskey } from '../../server/passkeys/sign-in'
import type { Organisation, User } from '../../server/people/tables'
import { saveProfile } from '../../server/profile/profile'
import { add } from '../../server/store/change'
import { codeAt } from '../../server/two-factor/one-time-codes'
import { beginAssertion } from '../../server/two-factor/passkey-assertion'
import { outcomesOf, signedIn } from '../support/acting'
import { type Authenticator, newAuthenticator } from '../support/authenticator'
import { entryExample } from '../support/examples'
import { twoServersForTests } from '../support/two-servers'
import {
  found,
  founding,
  mailTo,
  resetOf,
  secondsLater,
  sessionOf,
  userOf,
} from './sql-store-examples'

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
  const caller = (user: User, sessionId: string) => ({ user, organisation, sessionId, live: null })
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

  test('a session ended during its renewal stays ended', async () => {
    const [here, ended] = [await newSession(admin), await newSession(admin)]
    const renew = (at: Date) => store().renewSession(ended.refreshTokenHash, at, '192.0.2.7')
    await database.whileHeld<unknown>(
      'select from sessions where id = $1 for update',
      [ended.id],
      [
        () => endOtherSessions(servers[0], caller(admin, here.id), network),
        () => renew(secondsLater(60)),
      ],
    )
    expect(await sessionsOf(admin)).toEqual([here.id])
    expect(await renew(secondsLater(0))).toBeNull()
    expect(await told('sessions-ended')).toHaveLength(1)
  })

  describe('a link that sets a password', () => {
    const newReset = () => ({ ...resetOf(admin), createdAt: clock(), ...lasting })
    async function mailedReset() {
      const reset = newReset()
      await saveReset(servers[0].store, reset, mailTo(admin.email))
      return reset
    }
    /** @returns the address of the account whose password it has set; null: none. */
    async function resetPassword(server: Services, tokenHash: string, passwordHash: string) {
      const given = { tokenHash, passwordHash, factor: null }
      const done = await setPasswordByLink(server, admin.id, given, clock(), network, () => null)
      return done && !('refused' in done) ? done.user.emailKey : null
    }

    test('sets one password when it is used twice at the same moment', async () => {
      const { tokenHash } = await mailedReset()
      await newSession(admin)
      const answers = await database.whileHeld(
        'select from password_links where token_hash = $1 for update',
        [tokenHash],
        servers.map((server, index) => () => resetPassword(server, tokenHash, `new-${index}`)),
      )
      expect(answers.filter((answer) => answer !== null)).toEqual([admin.emailKey])
      expect((await userNow())?.passwordHash).toBe(`new-${answers.indexOf(admin.emailKey)}`)
      expect(await sessionsOf(admin)).toEqual([])
    })

    test('also ends a session that is created at the same moment', async () => {
      const { tokenHash } = await mailedReset()
      const use = () => resetPassword(servers[1], tokenHash, 'new')
      const answers = await database.whileHeld(lateSignIn, [admin.id, randomUUID()], [use])
      expect(answers).toEqual([admin.emailKey])
      expect(await sessionsOf(admin)).toEqual([])
    })

    test('sets none where its address is changed at the same moment', async () => {
      const { tokenHash } = await mailedReset()
      await newSession(admin)
      const answers = await database.whileHeld(
        'update users set email_key = $1 where id = $2',
        [`moved-${admin.emailKey}`, admin.id],
        [() => resetPassword(servers[0], tokenHash, 'new')],
      )
      expect(answers).toEqual([null])
      expect((await userNow())?.passwordHash).toBe(admin.passwordHash)
      expect(await sessionsOf(admin)).toHaveLength(1)
    })

    test('voids a link that is created at the same moment', async () => {
      const [reset, kept] = [await mailedReset(), resetOf(admin)]
      await database.whileHeld(
        `insert into password_links (token_hash, user_id, email_key, created_at, expires_at, undoes_factor)
          select $1, id, email_key, now(), now() + interval '100 years', false
          from users where id = $2 for share`,
        [kept.tokenHash, admin.id],
        [() => resetPassword(servers[1], reset.tokenHash, 'new')],
      )
      expect(await resetPassword(servers[0], kept.tokenHash, 'newer')).toBeNull()
    })

    /** Changes the address. @returns the link that takes the account back, and the present address. */
    async function move() {
      const email = `moved-${admin.email}`
      const link = { ...newReset(), restoresEmail: admin.email }
      const changes = { fullName: admin.fullName, email, emailKey: email }
      const after = () => ({ mails: [mailTo(admin.email)], links: [link] })
      await saveProfile(servers[0], null, { ...admin, network }, changes, after)
      return { link, email, changes }
    }
    const heldAddresses = () =>
      database.count('select count(*) from addresses where user_id = $1', admin.id)

    test.each(['before', 'after'])(
      'gives an account back to its owner just %s its address is changed again',
      async (when) => {
        const { link, email, changes } = await move()
        await newSession(admin)
        const again = `again-${admin.email}`
        const later = { ...newReset(), emailKey: email, restoresEmail: email }
        const takeBack = () => resetPassword(servers[0], link.tokenHash, 'new')
        const change = () =>
          saveProfile(
            servers[1],
            null,
            { id: admin.id, email, network },
            { ...changes, email: again, emailKey: again },
            () => ({ mails: [mailTo(email)], links: [link, later] }),
          )
        const [first, second] = when === 'before' ? [takeBack, change] : [change, takeBack]
        const answers = await database.whileHeld<unknown>(
          lockUser,
          [admin.id],
          [
            first,
            // Waiters for a row get it in turn.
            async () => {
              await vi.waitFor(async () => expect(await database.waiting()).toBe(1), 20_000)
              return await second()
            },
          ],
        )
        expect(answers).toMatchObject(
          when === 'before'
            ? [admin.emailKey, 'changed-meanwhile']
            : [{ user: { email: again } }, admin.emailKey],
        )
        expect(await userNow()).toMatchObject({ email: admin.email, passwordHash: 'new' })
        expect(await store().all('passwordLinks', { userId: admin.id })).toEqual([])
        expect(await sessionsOf(admin)).toEqual([])
        expect(await heldAddresses()).toBe(1)
      },
    )

    test('gives an account back while somebody signs up with its reserved address', async () => {
      const { link } = await move()
      const [strangers, stranger] = founding(`strangers-${organisations}`, admin.email)
      const answers = await database.whileHeld<unknown>(
        'select from addresses where email_key = $1 for update',
        [admin.emailKey],
        [
          () => resetPassword(servers[0], link.tokenHash, 'new'),
          () => found(servers[1].store, strangers, stranger),
        ],
      )
      expect(answers).toEqual([admin.emailKey, 'email-taken'])
      expect(await heldAddresses()).toBe(1)
    })
  })

  describe('a second factor', () => {
    let secret: string
    let codes: string[]
    let asking: Caller

    beforeEach(async () => {
      asking = await signedIn(store(), organisation, admin)
      secret = (await beginTwoFactor(servers[0], asking, { password }, client)).secret
      codes = await confirmTwoFactor(servers[0], asking, codeAt(secret, clock()), client)
      // The next time step, which nobody has used.
      passed += 60_000
    })

    const lockFactor = 'select from second_factors where user_id = $1 for update'
    const withFactorHeld = (calls: readonly (() => Promise<unknown>)[]) =>
      database.outcomesOfHeld(lockFactor, admin.id, calls)
    const signInBy = (code: string) =>
      servers.map((services) => () => signIn(services, admin.email, password, client, code))

    test('signs in once with a code that is used twice at once', async () => {
      const answers = await withFactorHeld(signInBy(codeAt(secret, clock())))
      expect(answers.toSorted()).toEqual([422, 'done'])
    })

    test('signs in once with a recovery code that is used twice at once, and reports it once', async () => {
      const answers = await withFactorHeld(signInBy(codes[0] ?? ''))
      expect(answers.toSorted()).toEqual([422, 'done'])
      const factor = await store().one('secondFactors', { userId: admin.id })
      expect(factor?.recoveryCodes).toHaveLength(9)
      expect(await told('recovery-code-used')).toHaveLength(1)
    })

    test('is switched on by one of two simultaneous first codes', async () => {
      await removeTwoFactor(servers[0], asking, { password, code: codes[0] ?? '' }, client)
      const { secret: next } = await beginTwoFactor(servers[0], asking, { password }, client)
      const first = codeAt(next, clock())
      const answers = await withFactorHeld(
        servers.map((services) => () => confirmTwoFactor(services, asking, first, client)),
      )
      expect(answers.toSorted()).toEqual([409, 'done'])
    })

    test('that goes while its organisation begins to ask for one is due at once', async () => {
      const [first, second] = servers
      const factor = await first.store.one('secondFactors', { userId: admin.id })
      const [link] = await first.store.all('passwordLinks', {
        userId: admin.id,
        undoesFactor: true,
      })
      if (!factor || !link) throw new Error('Nothing was set up')
      const losing = userOf(organisation, `losing@${organisation.slug}.test`)
      await store().save(add('users', losing))
      const { id: userId, emailKey } = losing
      const tokenHash = `of ${userId}`
      await first.store.save(add('secondFactors', { ...factor, userId }))
      await first.store.save(add('passwordLinks', { ...link, userId, emailKey, tokenHash }))
      const use = { tokenHash, passwordHash: 'another', factor: null }
      // The row of somebody without one holds the change of the rule up.
      await database.whileHeld<unknown>(
        lockUser,
        [other.id],
        [
          () => changeSecondFactorRule(second, asking, client, { required: 'everybody' }),
          async () => {
            await vi.waitFor(async () => expect(await database.waiting()).toBe(1))
            await setPasswordByLink(first, userId, use, clock(), network, () => null)
          },
        ],
      )
      expect(await first.store.one('secondFactors', { userId })).toBeNull()
      for (const { id } of [other, losing]) {
        expect((await first.store.one('users', { id }))?.secondFactorDue).toEqual(expect.any(Date))
      }
    })
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
    const newPasskey = async () => {
      const asked = beginAssertion(servers[0], { proofIn: asking.sessionId }, [])
      const passkey_proof = { ceremony: asked.ceremony, credential: device.get(asked.options) }
      const proof = { password, passkey_proof }
      const { ceremony, options } = await beginPasskey(servers[0], asking, client, proof)
      return { ceremony, credential: newAuthenticator(origin).create(options), name: 'Another' }
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

    test('is added if it is one of two that were begun side by side', async () => {
      const [first, second] = [await newPasskey(), await newPasskey()]
      const answers = await atOnce([
        () => addPasskey(servers[0], asking, client, first),
        () => addPasskey(servers[1], asking, client, second),
      ])
      expect(answers.toSorted()).toEqual([409, 'done'])
      expect(await rowsOf()).toHaveLength(2)
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
