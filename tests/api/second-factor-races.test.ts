import { beforeEach, describe, expect, test, vi } from 'vitest'
import { beginTwoFactor, confirmTwoFactor, removeTwoFactor } from '../../server/account/two-factor'
import { networkOf } from '../../server/api/networks'
import { signIn } from '../../server/auth/session'
import { setPasswordByLink } from '../../server/auth/set-password-by-link'
import { changeSecondFactorRule } from '../../server/organisation/second-factor-rule'
import type { User } from '../../server/people/tables'
import { add } from '../../server/store/change'
import type { Entry } from '../../server/store/entry'
import { codeAt } from '../../server/two-factor/one-time-codes'
import { signedIn } from '../support/acting'
import { twoServersForTests } from '../support/two-servers'
import { found, founding, userOf } from './sql-store-examples'

const home = { network: networkOf('192.0.2.1'), browser: 'Firefox on Windows' }
const password = 'a long password'

describe('two servers and one second factor', () => {
  let user: User
  let secret: string
  let codes: string[]
  let passed = 0
  let users = 0

  const clock = () => new Date(Date.now() + passed)
  const { database, services: servers } = twoServersForTests(clock)
  let sessionId: string
  const caller = () => ({ user, sessionId })
  /** Lets both happen in the same instant: each waits for the factor's row. */
  const lockFactor = 'select from second_factors where user_id = $1 for update'
  const atOnce = (calls: readonly (() => Promise<unknown>)[]) =>
    database.outcomesOfHeld(lockFactor, user.id, calls)

  beforeEach(async () => {
    users += 1
    const [organisation, admin] = founding(`factor-${users}`, `ada@factor-${users}.test`)
    user = { ...admin, passwordHash: await servers[0].passwords.hash(password) }
    await found(database.servers[0], organisation, user)
    sessionId = (await signedIn(database.servers[0], organisation, user)).sessionId
    secret = (await beginTwoFactor(servers[0], caller(), { password }, home)).secret
    codes = await confirmTwoFactor(servers[0], caller(), codeAt(secret, clock()), home)
    // The next time step, which nobody has used.
    passed += 60_000
  })

  const codesLeft = async () =>
    (await servers[0].store.one('secondFactors', { userId: user.id }))?.recoveryCodes
  /** @returns how often something is told. */
  const told = async (action: Entry['action']) => {
    const story = await servers[0].store.findHistory(user.organisationId, null, 99)
    return story.filter((entry) => entry.action === action).length
  }

  const signInBy = (code: string) =>
    servers.map((services) => () => signIn(services, user.email, password, home, code))

  test('a code used twice at once signs in once', async () => {
    const answers = await atOnce(signInBy(codeAt(secret, clock())))
    expect(answers.toSorted()).toEqual([422, 'done'])
  })

  test('a recovery code used twice at once signs in once, and is reported once', async () => {
    const answers = await atOnce(signInBy(codes[0] ?? ''))
    expect(answers.toSorted()).toEqual([422, 'done'])
    expect(await codesLeft()).toHaveLength(9)
    expect(await told('recovery-code-used')).toBe(1)
  })

  test('of two simultaneous first codes, one switches it on', async () => {
    const code = codes[0] ?? ''
    await removeTwoFactor(servers[0], caller(), { password, code }, home)
    const { secret: next } = await beginTwoFactor(servers[0], caller(), { password }, home)
    const first = codeAt(next, clock())
    const answers = await atOnce(
      servers.map((services) => () => confirmTwoFactor(services, caller(), first, home)),
    )
    expect(answers.toSorted()).toEqual([409, 'done'])
  })

  test('a factor that goes while its organisation begins to ask for one is due at once (D138)', async () => {
    const [first, second] = servers
    const organisation = await first.store.one('organisations', { id: user.organisationId })
    const factor = await first.store.one('secondFactors', { userId: user.id })
    const [link] = await first.store.all('passwordLinks', { userId: user.id, undoesFactor: true })
    if (!organisation || !factor || !link) throw new Error('Nothing was set up')
    // The row of somebody without one holds the change of the rule up.
    const without = userOf(organisation, `without@${organisation.slug}.test`)
    const losing = userOf(organisation, `losing@${organisation.slug}.test`)
    for (const one of [without, losing]) await database.servers[0].save(add('users', one))
    const { id: userId, emailKey } = losing
    const tokenHash = `of ${userId}`
    await first.store.save(add('secondFactors', { ...factor, userId }))
    await first.store.save(add('passwordLinks', { ...link, userId, emailKey, tokenHash }))
    const asking = await signedIn(database.servers[0], organisation, user)
    const use = { tokenHash, passwordHash: 'another', factor: null }
    await database.whileHeld(
      'select from users where id = $1 for update',
      [without.id],
      [
        () => changeSecondFactorRule(second, asking, home, { required: 'everybody' }),
        async () => {
          await vi.waitFor(async () => expect(await database.waiting()).toBe(1))
          await setPasswordByLink(first, userId, use, clock(), home.network, () => null)
        },
      ],
    )
    expect(await first.store.one('secondFactors', { userId })).toBeNull()
    for (const { id } of [without, losing]) {
      expect((await first.store.one('users', { id }))?.secondFactorDue).toEqual(expect.any(Date))
    }
  })
})
