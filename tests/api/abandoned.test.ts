import { afterEach, expect, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { day, later } from '../../server/lib/time'
import { add, set } from '../../server/store/change'
import { postgresql } from '../support/every-store'
import { openShop } from './billing/organisation'
import { found, founding, subscriptionOf } from './sql-store-examples'

const [, open] = postgresql

let store: Store | undefined
afterEach(() => store?.close())

const past = { state: 'cancelled', startedAt: null, nextCheckAt: null } as const

/** An organisation whose only admin has signed in before, if ever; its year is over tomorrow. Another one is used. */
async function openAbandoned() {
  store = await open()
  const shop = await openShop(store)
  const { services, organisation, workAfter } = shop
  services.deletesAbandoned = true
  const { user } = await shop.caller()
  const now = services.clock()
  const browser = { browser: 'Firefox on Linux', network: '192.0.2.1', seenAt: later(now, -day) }
  await store.save(set('organisations', { id: organisation.id }, { createdAt: now }))
  await store.save(set('users', { id: user.id }, { isAddressProven: false }))
  await store.save(add('knownBrowsers', { userId: user.id, ...browser }))
  const [used, heir] = founding('used', 'heir@used.test')
  await found(store, used, { ...heir, isAddressProven: true })
  const seenAt = later(now, 999 * day)
  await store.save(add('knownBrowsers', { ...browser, userId: heir.id, seenAt }))
  await store.save(add('subscriptions', subscriptionOf(used, { ...past, wasPaid: true })))
  await workAfter(364 * day)
  const mails = new Map<string, string>()
  return {
    ...shop,
    user,
    async wait(...days: number[]) {
      for (const span of days) {
        await workAfter(span * day)
        for (const { id, subject } of await services.store.listCapturedMails(99)) {
          mails.set(id, subject)
        }
      }
    },
    /** Captured mails go after 30 days. */
    subjects: () => [...mails.values()],
    isThere: async () => (await store?.one('organisations', { id: organisation.id })) !== null,
  }
}

test('an organisation that nobody uses is deleted after a year, a mail, 23 days, a second mail, and 7 days', async () => {
  const { wait, subjects, isThere, organisation, services } = await openAbandoned()
  await wait(1)
  const told = `${organisation.name} will be deleted on 31 March 2027 unless someone signs in`
  expect(subjects()).toEqual([told])
  await wait(22)
  expect(subjects()).toEqual([told])
  await wait(1)
  expect(subjects()).toEqual([told, told])
  await wait(6)
  expect(await isThere()).toBe(true)
  await wait(1)
  expect(await isThere()).toBe(false)
  expect(subjects()).toHaveLength(2)
  const { slug } = organisation
  expect(await services.store.one('slugs', { slug })).toMatchObject({ heldUntil: null })
})

test.each([
  ...['has signed in', 'has proven an address', 'has paid', 'had a plan', 'switched it off'],
])('an organisation stays where somebody %s', async (what) => {
  const { wait, subjects, isThere, services, user, organisation } = await openAbandoned()
  await wait(1)
  expect(subjects()).toHaveLength(1)
  if (what === 'switched it off') services.deletesAbandoned = false
  if (what === 'has proven an address') {
    await store?.save(set('users', { id: user.id }, { isAddressProven: true }))
  }
  if (what === 'has signed in') {
    const seenAt = services.clock()
    await store?.save(set('knownBrowsers', { userId: user.id }, { seenAt }))
  }
  if (what === 'has paid' || what === 'had a plan') {
    const wasPaid = what === 'has paid'
    const startedAt = wasPaid ? null : organisation.createdAt
    const plan = { ...past, wasPaid, startedAt }
    await store?.save(add('subscriptions', subscriptionOf(organisation, plan)))
  }
  await wait(23, 7)
  expect([await isThere(), subjects().length]).toEqual([true, 1])
  expect(await services.store.all('abandonments', {})).toEqual([])
})
