import { expect, test } from 'vitest'
import { changePassword } from '../../server/account/password'
import { rateLimits } from '../../server/api/limits'
import { networkOf } from '../../server/api/networks'
import type { Store } from '../../server/api/store'
import { afterFactors, afterLinks } from '../../server/auth/password-links'
import { requestPasswordReset, resetPassword, saveReset } from '../../server/auth/password-reset'
import { requirePassword } from '../../server/auth/proof'
import { signIn } from '../../server/auth/session'
import { setPasswordByLink } from '../../server/auth/set-password-by-link'
import type { PasswordLink } from '../../server/auth/tables'
import { demoAdmin, demoPassword } from '../../server/demo/demo'
import { changeSecondFactorRule } from '../../server/organisation/second-factor-rule'
import { addPasskey, beginPasskey } from '../../server/passkeys/passkeys'
import { updateProfile } from '../../server/profile/profile'
import { add, CallerRefused, set } from '../../server/store/change'
import type { Passkey } from '../../server/two-factor/passkey-site'
import type { SecondFactor } from '../../server/two-factor/tables'
import { createdAt, mailTo, resetOf, silentLog } from '../api/sql-store-examples'
import { outcomesOf } from '../support/acting'
import { newAuthenticator } from '../support/authenticator'
import { demoServices } from '../support/demo-services'

const home = networkOf('203.0.113.7')
const client = { network: home, browser: 'Firefox on Windows' }

/** @returns the demo's services with its admin signed in, as a caller. */
async function openSignedIn() {
  const demo = await demoServices(silentLog)
  const { user, organisation, services, data } = demo
  await signIn(services, demoAdmin.email, demoPassword, client)
  const sessionId = data.sessions[0]?.id ?? ''
  return { ...demo, caller: { user, hasCodes: false, organisation, sessionId } }
}

test('the notice of a new browser, one a day, is used up only by one that was mailed', async () => {
  const { data, user, ...demo } = await demoServices()
  const services = { ...demo.services, rateLimits: rateLimits() }
  const { passwordHash } = user
  const signInWith = (browser: string, store = services.store, network = home) =>
    signIn({ ...services, store }, demoAdmin.email, demoPassword, { network, browser })
  // The first of all counts as known.
  await signInWith('Firefox on Windows')
  const setHash = (passwordHash: string) =>
    services.store.save(set('users', { email: demoAdmin.email }, { passwordHash }))
  // The password is changed in between.
  const changing: Store = {
    ...services.store,
    async all(table, where) {
      if (table === 'knownBrowsers') await setHash('another')
      return await services.store.all(table, where)
    },
  }
  await expect(signInWith('Safari on iOS', changing)).rejects.toMatchObject({ status: 401 })
  await setHash(passwordHash)
  expect(data.mails).toEqual([])
  await signInWith('Safari on iOS')
  expect(data.mails).toHaveLength(1)
  await signInWith('Chrome on Android', services.store, networkOf('198.51.100.7'))
  expect(data.mails).toHaveLength(1)
  // Each is entered all the same.
  expect(data.events.filter(({ action }) => action === 'signed-in')).toHaveLength(2)
})

test('who is asked for their password may give the right one as often as they like', async () => {
  const { user, ...demo } = await demoServices()
  const services = { ...demo.services, rateLimits: rateLimits() }
  const give = (password: string) => requirePassword(services, { user }, client, password)
  for (let turn = 0; turn < 20; turn += 1) await give(demoPassword)
  for (let turn = 0; turn < 10; turn += 1) {
    await expect(give('wrong')).rejects.toMatchObject({ status: 422 })
  }
  await expect(give(demoPassword)).rejects.toMatchObject({ status: 429 })
})

test('the mail of a reset is given up when its link expires, which leaves each passkey', async () => {
  const { services, data, user } = await demoServices()
  data.passkeys = [{ userId: user.id, createdAt: new Date('2126-01-01') } as Passkey]
  await requestPasswordReset(services, demoAdmin.email, home)
  expect(data.passwordLinks[0]?.createdAt).toEqual(new Date('2126-01-01T00:00:00.001Z'))
  expect(data.mails[0]?.expiresAt).toEqual(data.passwordLinks[0]?.expiresAt)
})

test('what can’t be noted or cleared changes no answer: a wrong password is refused, a new one is set', async () => {
  const logged: string[] = []
  const log = { info() {}, error: (message: string) => void logged.push(message) }
  const { services, data } = await demoServices(log)
  await requestPasswordReset(services, demoAdmin.email, home)
  const token = /reset-password\/(\S+)/.exec(data.mails[0]?.text ?? '')?.[1] ?? ''
  const fail = () => Promise.reject(new Error('The database refuses'))
  services.store.clearCalls = fail
  expect(await resetPassword(services, token, 'another password', home)).toEqual([])
  services.store.change = fail
  const signingIn = signIn(services, demoAdmin.email, 'wrong', client)
  await expect(signingIn).rejects.toMatchObject({ status: 401 })
  expect(logged).toEqual([
    'The sign-in counts of an address could not be cleared',
    'A refused sign-in could not be noted',
  ])
})

test('an eleventh passkey is refused before and after the device has made it', async () => {
  const { services, data, caller, user } = await openSignedIn()
  const give = (count: number) => {
    const own = { userId: user.id, createdAt: new Date(0), domain: 'elsewhere.test' }
    data.passkeys = Array.from({ length: count }, (_, nth) => ({ ...own, id: `${nth}` }) as Passkey)
  }
  const tooMany = { status: 409, message: 'You can have up to ten passkeys. Remove one first.' }
  const begin = () => beginPasskey(services, caller, client, { password: demoPassword })
  give(9)
  const { ceremony, options } = await begin()
  give(10)
  await expect(begin()).rejects.toMatchObject(tooMany)
  const credential = newAuthenticator(services.appUrl).create(options)
  const added = addPasskey(services, caller, client, { ceremony, credential, name: 'A key' })
  await expect(added).rejects.toMatchObject(tooMany)
})

test('a rule that another admin has tightened meanwhile isn’t loosened without a code', async () => {
  const { services, data, caller, organisation } = await openSignedIn()
  data.secondFactors = [{ userId: caller.user.id, since: new Date(0) } as SecondFactor]
  const tightened = { secondFactor: 'everybody' } as const
  await services.store.save(set('organisations', { id: organisation.id }, tightened))
  const present = { ...caller, live: null, deletion: null, mayBePaid: false }
  const loosening = changeSecondFactorRule(services, present, client, { required: 'admins' })
  await expect(loosening).rejects.toMatchObject({ details: { code: 'second_factor_required' } })
})

test('a password that another change has replaced meanwhile isn’t changed, which is said', async () => {
  const { services, caller, user } = await openSignedIn()
  const hash = async () => {
    await services.store.save(set('users', { id: user.id }, { passwordHash: 'another' }))
    return 'mine'
  }
  const meanwhile = { ...services, passwords: { ...services.passwords, hash } }
  const body = { current_password: demoPassword, new_password: 'another password' }
  expect(await outcomesOf([changePassword(meanwhile, caller, client, body)])).toEqual([401])
})

test('a pending change of address fails after the account was taken back', async () => {
  const { services, data, caller } = await openSignedIn()
  const { store } = services
  const moveTo = (email: string, changed = services) =>
    updateProfile(changed, caller, { full_name: 'Priya', email }, client)
  const twice = ['first@elsewhere.test', 'late@elsewhere.test'].map((to) => moveTo(to))
  expect(await outcomesOf(twice)).toEqual([null, 503])
  const token = /reset-password\/(\S+)/.exec(data.mails[0]?.text ?? '')?.[1] ?? ''
  const takingBack: Store = {
    ...store,
    async one(table, where) {
      await resetPassword(services, token, 'another password', home).catch(() => {})
      return await store.one(table, where)
    },
  }
  await expect(moveTo('second@elsewhere.test', { ...services, store: takingBack })).rejects.toEqual(
    new CallerRefused('signed-out'),
  )
  expect(await store.one('users', { email: demoAdmin.email })).not.toBeNull()
})

const now = new Date('2026-11-25T12:00:00Z')
const later = new Date(now.getTime() + 5_000)

/** By times alone it is known which of the two came first, and servers' clocks differ. */
test('a second factor is as old as the newest link at most, so that it falls with each', () => {
  const link = (createdAt: Date) => ({ createdAt }) as PasswordLink
  expect(afterLinks([], now)).toEqual(now)
  expect(afterLinks([link(new Date(0))], now)).toEqual(now)
  expect(afterLinks([link(later), link(now)], now)).toEqual(later)
})

test('a link is younger than the second factor that it asks for, and than the passkeys that it leaves', () => {
  const factor = (since: Date | null) => ({ since }) as SecondFactor
  const after = (given: SecondFactor | null, ...passkeys: Passkey[]) =>
    afterFactors(given, passkeys, now).getTime()
  for (const given of [null, factor(null), factor(new Date(0))])
    expect(after(given)).toBe(now.getTime())
  expect(after(factor(now))).toBeGreaterThan(now.getTime())
  expect(after(factor(later))).toBeGreaterThan(later.getTime())
  expect(after(factor(now), { createdAt: later } as Passkey)).toBeGreaterThan(later.getTime())
})

test('a link mailed to an unproven changed address sets no password, whoever kept it', async () => {
  const { services, user, data } = await demoServices()
  const moved = { email: 'moved@acme.test', emailKey: 'moved@acme.test', formerEmail: user.email }
  await services.store.save(set('users', { id: user.id }, moved))
  for (const undoesFactor of [false, true]) {
    const reset = { ...resetOf({ ...user, ...moved }), undoesFactor }
    await services.store.save(add('passwordLinks', reset))
    const given = { tokenHash: reset.tokenHash, passwordHash: 'new', factor: null }
    const setIt = setPasswordByLink(services, user.id, given, createdAt, home, () => null)
    expect(await setIt).toBeNull()
  }
  // Nor is one mailed to the address that was left meanwhile.
  await saveReset(services.store, resetOf(user), mailTo(user.email))
  expect(data.mails).toEqual([])
})
