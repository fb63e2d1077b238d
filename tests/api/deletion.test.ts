import { afterEach, describe, expect, test } from 'vitest'
import { mockTax } from '../../mocks/tax'
import { rateLimits } from '../../server/api/limits'
import { networkOf } from '../../server/api/networks'
import type { Store } from '../../server/api/store'
import { signUp } from '../../server/auth/signup'
import { saveReceipts } from '../../server/billing/receipts/receipts'
import { day, hour, later, minute } from '../../server/lib/time'
import { keepOrganisation, requestDeletion } from '../../server/organisation/deletion'
import { createDeletionJob } from '../../server/organisation/deletion-job'
import { obstacleOf } from '../../server/organisation/erasure'
import { changeSlug, organisationOf } from '../../server/organisation/organisation'
import { add, put, remove, set } from '../../server/store/change'
import { memoryAndSql } from '../support/every-store'
import { growth, openShop } from './billing/organisation'
import { breakProvider, readProfile, refusalOf, subscribe } from './billing/provider'
import { receiptOf, refundFor, subscriptionOf, userOf } from './sql-store-examples'

/** What becomes of an organisation that is to be deleted; `conformance/deletion.ts` has how it is asked for. */

const network = networkOf('192.0.2.7')
const client = { network, browser: 'Firefox on Linux' }

describe.each(memoryAndSql)('the end of an organisation, in %s', (name, open) => {
  let opened: Awaited<ReturnType<typeof open>> | undefined
  afterEach(() => opened?.close())

  async function openOrganisation() {
    opened = await open()
    const shop = await openShop(opened as Store)
    const { services, organisation } = shop
    const { store } = services
    const { id, name } = organisation
    const password = 'a password'
    const passwordHash = await services.passwords.hash(password)
    await store.save(set('users', { organisationId: id }, { passwordHash }))
    return {
      ...shop,
      store,
      request: async () =>
        await requestDeletion(services, await shop.caller(), client, { name, password }),
      keep: async () => keepOrganisation(services, await shop.caller(), network),
      isThere: async () => (await store.one('organisations', { id })) !== null,
      obstacleOf: async () => (await organisationOf(services, await shop.caller())).waits_for,
      mails: async () => await store.listCapturedMails(99),
    }
  }

  test('is told a day before, and comes after seven days: with its receipts by mail', async () => {
    const { work, workAfter, request, isThere, mails, organisation, services } =
      await openOrganisation()
    const { store } = services
    const { id: organisationId, slug, name } = organisation
    const plan = { id: 'sub_1', organisationId, plan: { name: '=Growth' } }
    const price = { amount: 9900, currency: 'USD', isMailed: true }
    await store.save(add('receipts', receiptOf(plan, price)))
    await request()
    await workAfter(6 * day - minute)
    expect(await mails()).toHaveLength(1)
    await workAfter(minute)
    // Another server may have died before it had planned the next step.
    await store.save(set('deletions', { organisationId }, { nextStepAt: services.clock() }))
    await work()
    const announced = { subject: `${name} will be deleted tomorrow` }
    expect(await mails()).toMatchObject([announced, {}])
    await workAfter(day - minute)
    expect(await isThere()).toBe(true)
    // However full the mailbox is, and though nobody has proven it: the receipts are nowhere else.
    await store.save(set('users', { organisationId }, { isAddressProven: false }))
    const mailNotice = [{ by: ['mailbox'], calls: 0, window: day }] as const
    services.rateLimits = { ...rateLimits(), mailNotice }
    await workAfter(minute)
    expect(await isThere()).toBe(false)
    const [last] = await mails()
    expect(last?.subject).toBe(`${name} was deleted`)
    expect(last?.files).toMatchObject([{ name: 'receipts.csv', type: 'text/csv' }])
    expect(last?.files?.[0]?.text.split('\r\n')[1]).toMatch(/^2026-\d\d-\d\d,'=Growth,.*99\.00/)
    // Whoever had it might see what dashboards show by it.
    const held = { slug, organisationId: null, isName: false, heldUntil: null }
    expect(await store.one('slugs', { slug })).toEqual(held)
    const heir = { fullName: 'Heir', email: 'heir@acme.test', password: 'a long password', network }
    const founding = signUp(services, { ...heir, organisationName: name, invitationToken: null })
    expect(await refusalOf(founding)).toEqual([
      409,
      'Another organisation had this name before. Please choose another.',
    ])
    expect(await store.all('deletions', {})).toEqual([])
  })

  test('keeps an organisation whose deletion was withdrawn at a server whose clock is behind', async () => {
    const shop = await openOrganisation()
    await subscribe(shop, growth)
    await shop.request()
    shop.pass(7 * day)
    const [begun] = await createDeletionJob(shop.services).take(1)
    shop.pass(-minute)
    await shop.keep()
    shop.pass(minute)
    await begun?.run()
    expect(await shop.isThere()).toBe(true)
    expect(await shop.live()).toHaveLength(1)
  })

  test('waits for the provider, says so, and is asked about until it confirms the plan’s end', async () => {
    const shop = await openOrganisation()
    const id = await subscribe(shop, growth)
    await shop.store.save(add('users', userOf(shop.organisation, 'member@acme.test')))
    await shop.request()
    shop.pass(7 * day)
    const repair = breakProvider(shop)
    await shop.work()
    expect(await shop.live()).toEqual([])
    expect(await shop.obstacleOf()).toBe('provider')
    expect((await readProfile(shop)).organization.deletion?.state).toBe('deleting')
    const tooLate = 'It is too late: your organisation is already being deleted.'
    expect(await refusalOf(shop.keep())).toEqual([409, tooLate])
    repair()
    for (let hours = 0; hours < 3; hours += 1) await shop.workAfter(hour)
    expect(await shop.isThere()).toBe(false)
    expect((await shop.services.payments.fetchSubscription(id)).status).toBe('ended')
    const last = (await shop.mails()).filter(({ subject }) => subject.endsWith('was deleted'))
    expect(last.map(({ to }) => to)).toEqual([expect.stringMatching(/^admin@/)])
  })

  // SQL decides nothing of what follows.
  if (name !== 'memory') return

  test('that fails is logged, and comes ten minutes later', async () => {
    const shop = await openOrganisation()
    await shop.request()
    shop.pass(7 * day)
    const runNow = () => Promise.reject(new Error('It fails'))
    const work = { ...shop.services.work, runNow }
    const [failing] = await createDeletionJob({ ...shop.services, work }).take(1)
    await failing?.run()
    expect(shop.errors).toEqual([expect.stringContaining('could not be deleted')])
    await shop.workAfter(10 * minute)
    expect(await shop.isThere()).toBe(false)
  })

  test('is named in the mail about the plan’s end, which doesn’t offer to keep the plan alone', async () => {
    const shop = await openOrganisation()
    await subscribe(shop, growth)
    await shop.passDays(25)
    await shop.request()
    await shop.work()
    const mails = await shop.mails()
    const { text = '' } = mails.find(({ subject }) => subject.startsWith('Growth ends')) ?? {}
    expect(text).toContain('Your organisation will be deleted on 2 April 2026. To keep the plan,')
    const told = mails.find(({ subject }) => subject.endsWith('will be deleted on 2 April 2026'))
    expect(told?.text).toContain('The plan Growth will end on 1 April 2026, and nothing')
    expect(told?.text).toContain('works as before, except that the plan ends earlier, and')
  })

  test('ends its plan with a mail that promises nothing, and leaves no error, though receipts are being fetched', async () => {
    const shop = await openOrganisation()
    const id = await subscribe(shop, growth)
    const { services } = shop
    const invoices = await services.payments.fetchInvoices(id)
    const [plan] = await shop.live()
    await shop.request()
    await shop.passDays(9)
    expect(await shop.isThere()).toBe(false)
    const mails = await shop.mails()
    const { text = '' } = mails.find(({ subject }) => subject.startsWith('Growth has ended')) ?? {}
    expect(text).toContain('\n\nYour organisation will be deleted on 8 March 2026.\n\n')
    const report = { invoices, payments: new Map(), askedAt: services.clock() }
    expect(plan && (await saveReceipts(services, plan, report))).toBe(false)
    expect(shop.errors).toEqual([])
  })

  test('waits for a refund that is owed; with tax invoices for every receipt, too, and for that of a refund for a week', async () => {
    const shop = await openOrganisation()
    const { store, services, organisation } = shop
    const [now, none] = [services.clock(), { nextCheckAt: null }]
    const ended = { state: 'cancelled', wasPaid: true, endedAt: now, ...none } as const
    const plan = subscriptionOf(organisation, ended)
    await store.save(add('subscriptions', plan))
    const obstacles = (at = now) =>
      Promise.all([mockTax, null].map((tax) => obstacleOf(store, organisation.id, at, tax)))
    expect(await obstacles()).toEqual(['provider', null])
    await store.save(add('receipts', receiptOf(plan)))
    expect(await obstacles()).toEqual([null, null])
    for (const check of [
      { failures: 1, dueAt: null },
      // Another server may be fetching them.
      { failures: 0, dueAt: later(now, minute) },
    ]) {
      const row = { subscriptionId: plan.id, wokenAt: now, ...check }
      await store.save(put('receiptChecks', ['subscriptionId'], row))
      expect(await obstacles()).toEqual(['provider', null])
    }
    await store.save(remove('receiptChecks', { subscriptionId: plan.id }))
    const refund = refundFor(plan, { createdAt: later(now, 7 * day) })
    await store.save(add('refunds', refund))
    expect(await obstacles()).toEqual(['provider', 'refund'])
    const { paymentId } = refund
    await store.save(set('refunds', { paymentId }, { state: 'done', nextAttemptAt: null }))
    expect(await obstacles()).toEqual(['provider', null])
    // A mandate that was only authorised never gets one.
    expect(await obstacles(later(now, 14 * day))).toEqual([null, null])
    services.tax = mockTax
    await shop.request()
    await shop.workAfter(7 * day)
    expect([await shop.obstacleOf(), await shop.isThere()]).toEqual(['provider', true])
    expect(shop.errors).toEqual([])
    await shop.workAfter(25 * hour)
    expect(shop.errors).toEqual([expect.stringContaining('can’t be deleted yet')])
  })
})

test('the address by which dashboards find an organisation’s data can’t be changed, and is nobody else’s after it', async () => {
  const { services, caller, organisation } = await openShop()
  const { store, clock, passwords } = services
  services.dashboards = { ...services.dashboards, selectsBySlug: true }
  const wanted = { slug: 'other', password: 'a password' }
  expect(await refusalOf(changeSlug(services, await caller(), client, wanted))).toEqual([
    409,
    'It can’t be changed: your dashboards use it to find your data.',
  ])
  const { id, slug, name } = organisation
  const passwordHash = await passwords.hash(wanted.password)
  await store.save(set('users', { organisationId: id }, { passwordHash }))
  await store.save(set('organisations', { id }, { createdAt: clock() }))
  const request = { name, password: wanted.password, at_once: true }
  await requestDeletion(services, await caller(), client, request)
  const held = { organisationId: null, heldUntil: null }
  expect(await store.one('slugs', { slug })).toMatchObject(held)
})
