import { afterEach, describe, expect, test } from 'vitest'
import { mockTax } from '../../mocks/tax'
import { mockBuyers } from '../../mocks/tax-scenarios'
import { networkOf } from '../../server/api/networks'
import type { Store } from '../../server/api/store'
import { removeOutdated } from '../../server/app/housekeeping-job'
import { createJobs } from '../../server/app/jobs'
import { readBuyer } from '../../server/billing/buyer/buyer'
import { addCopy, removeCopy } from '../../server/billing/buyer/copies'
import type { BilledTo, Copy } from '../../server/billing/buyer/tables'
import { billReceipt } from '../../server/billing/receipts/billed-to'
import { listReceipts } from '../../server/billing/receipts/listed-receipts'
import { saveReceipts } from '../../server/billing/receipts/receipts'
import type { Receipt } from '../../server/billing/receipts/tables'
import { erasePerson } from '../../server/commands/operator-requests'
import { day, hour, later, minute } from '../../server/lib/time'
import { MailDeferredError, MailRefusedError } from '../../server/mail/send-mail'
import { eraseOrganisation } from '../../server/organisation/erasure'
import { add, oneOf, set } from '../../server/store/change'
import { memoryAndSql } from '../support/every-store'
import { openShop } from './billing/organisation'
import { refusalOf } from './billing/provider'
import { receiptOf, reportedAs, subscriptionOf } from './sql-store-examples'

const network = networkOf('192.0.2.1')

const acme: BilledTo = { ...mockBuyers.india, lines: ['17 Residency Road'], reference: '' }
const labs: BilledTo = { ...acme, legalName: 'Acme Labs', country: 'DE', region: '', taxId: 'DE 1' }

const unpaid = { paymentId: null, paidAt: null, method: null, paymentAskedAt: null }

/** What becomes of mails to accounting addresses, and of papers; `conformance/buyer.ts` has what people ask for. */
describe.each(memoryAndSql)('a buyer, in %s', (name, open) => {
  let opened: Store | undefined
  afterEach(async () => {
    await opened?.close()
    opened = undefined
  })

  /** An organisation with a paid plan, whose mails wait for a mail server. */
  async function openBuyer() {
    opened ??= await open()
    const store = opened
    const shop = await openShop(store)
    const { services, organisation } = shop
    services.mail = { captures: false }
    const subscription = subscriptionOf(organisation, { nextCheckAt: null })
    await store.save(add('subscriptions', subscription))
    const organisationId = organisation.id
    const delivered: string[] = []
    let answer = async () => {}
    const job = createJobs(
      services,
      async (mail) => {
        await answer()
        delivered.push(`${mail.to}: ${mail.subject}`)
      },
      () => 1,
    ).find(({ name }) => name === 'mail')
    const list = (...receipts: Receipt[]) =>
      saveReceipts({ ...services, mail: { captures: true } }, subscription, reportedAs(receipts))
    const addressOf = (name: string) => `${name}@${organisation.slug}.test`
    return {
      ...shop,
      store,
      subscription,
      addressOf,
      delivered: (name: string) => delivered.filter((one) => one.startsWith(addressOf(name))),
      answers(next: () => Promise<void>) {
        answer = next
      },
      async deliver() {
        for (const task of (await job?.take(50)) ?? []) await task.run()
      },
      add: async (name: string) => addCopy(services, await shop.caller(), network, addressOf(name)),
      remove: async (name: string) =>
        removeCopy(services, await shop.caller(), network, addressOf(name)),
      async confirmed(name: string): Promise<Copy> {
        const now = services.clock()
        const copy = {
          id: crypto.randomUUID(),
          organisationId,
          email: addressOf(name),
          emailKey: addressOf(name),
          createdAt: now,
          confirmedAt: now,
          refusedAt: null,
          removedAt: null,
        }
        await store.save(add('copies', copy))
        return copy
      },
      states: async () =>
        (await readBuyer(services, organisation)).copies.map(({ email, state }) => [
          email.replace(/@.*/, ''),
          state,
        ]),
      billTo: (billedTo: BilledTo) => store.save(add('buyers', { organisationId, billedTo })),
      changeTo: (billedTo: BilledTo) => store.save(set('buyers', { organisationId }, { billedTo })),
      list,
      async receive(changes: Parameters<typeof receiptOf>[1] = {}) {
        const now = services.clock()
        const times = { issuedAt: now, paidAt: now, askedAt: now, paymentAskedAt: now }
        const receipt = receiptOf(subscription, { ...times, ...changes })
        await list(receipt)
        return receipt
      },
      captured: async (name: string) =>
        (await store.listCapturedMails(99)).filter(({ to }) => to === addressOf(name)),
    }
  }

  // Nobody is erased from memory.
  if (name !== 'memory')
    test('erasing a person removes their accounting address', async () => {
      const { add, store, services, organisation, addressOf, states } = await openBuyer()
      await add('accounts')
      await add('audit')
      const erasure = await erasePerson(services, organisation.slug, addressOf('accounts'))
      await erasure.act()
      expect(await states()).toEqual([['audit', 'waiting']])
      const filter = { organisationId: organisation.id, before: null, action: null, text: null }
      const subjects = (await store.findEntries(filter, 9)).map(({ subject }) => subject)
      expect(subjects).toContain(addressOf('audit'))
      expect(subjects).not.toContain(addressOf('accounts'))
    })

  test('every confirmed address gets each new payment and refund, once; no other organisation’s does', async () => {
    const { confirmed, receive, list, captured, add, services } = await openBuyer()
    const other = await openBuyer()
    await other.confirmed('accounts')
    await confirmed('accounts')
    await confirmed('audit')
    await add('waiting')
    const receipt = await receive()
    for (const after of [1, 2])
      await list({ ...receipt, refundedAmount: 5, askedAt: new Date(+receipt.askedAt + after) })
    await receive(unpaid)
    // Nobody is told of what was paid a week before it became known.
    await receive({ paidAt: later(services.clock(), -7 * day) })
    expect(await captured('accounts')).toHaveLength(2)
    expect(await captured('audit')).toHaveLength(2)
    expect(await captured('waiting')).toEqual([])
    expect(await other.captured('accounts')).toEqual([])
  })

  test('a receipt takes the buyer of the day on which it is paid, and keeps it', async () => {
    const { billTo, changeTo, receive, list, store, services } = await openBuyer()
    const before = await receive()
    await billTo(acme)
    const open = await receive(unpaid)
    const paid = await receive()
    const billed = async ({ id }: { id: string }) =>
      (await store.one('receipts', { id }))?.billedTo ?? null
    expect(await Promise.all([before, open, paid].map(billed))).toEqual([null, null, acme])
    await changeTo(labs)
    const now = later(services.clock(), minute)
    const pay = { paymentId: `pay_${open.id}`, paidAt: now, paymentAskedAt: now, askedAt: now }
    const again = [before, paid].map((one) => ({ ...one, askedAt: now, refundedAmount: 7 }))
    await list({ ...open, ...pay }, ...again)
    expect(await Promise.all([before, open, paid].map(billed))).toEqual([null, labs, acme])
  })

  test('numbered documents outlive their organisation, for eight years', async () => {
    const shop = await openBuyer()
    const { store, services, organisation, subscription } = shop
    const other = await openBuyer()
    for (const one of [shop, other]) one.services.tax = mockTax
    await shop.billTo(acme)
    await shop.confirmed('accounts')
    const [receipt, theirs] = [await shop.receive(), await other.receive()]
    await store.save(set('subscriptions', { id: subscription.id }, { state: 'cancelled' }))
    expect(await eraseOrganisation(services, organisation.id, 'operator')).toBeNull()
    const organisationId = organisation.id
    expect(await store.all('buyers', { organisationId })).toEqual([])
    expect(await store.all('copies', { organisationId })).toEqual([])
    const owners = async () => {
      const papers = await store.all('taxDocuments', { receiptId: oneOf([receipt.id, theirs.id]) })
      return papers.map((paper) => paper.organisationId).sort()
    }
    expect(await owners()).toEqual([other.organisation.id, null])
    const end = later(services.clock(), 8 * 366 * day)
    await removeOutdated(store, end)
    expect(await owners()).toHaveLength(2)
    await removeOutdated(store, later(end, 1))
    expect(await owners()).toEqual([other.organisation.id])
  })

  // SQL decides nothing of what follows.
  if (name !== 'memory') return

  test('an address that refuses a mail for good gets no more, until it is added again and asked', async () => {
    const { add, remove, deliver, answers, states, delivered, store, ...shop } = await openBuyer()
    await add('accounts')
    answers(async () => {
      throw new MailRefusedError('550 No such user')
    })
    await deliver()
    expect(await states()).toEqual([['accounts', 'undeliverable']])
    expect(await refusalOf(add('accounts'))).toEqual([
      409,
      'Emails to this address were refused. Remove it first, then add it again.',
    ])
    answers(async () => {})
    await remove('accounts')
    await add('accounts')
    expect(await states()).toEqual([['accounts', 'waiting']])
    await deliver()
    expect(delivered('accounts')).toHaveLength(1)
    expect(shop.errors.join()).toContain('550 No such user')
  })

  test('a confirmed address that has refused a mail isn’t shown as confirmed, and gets nothing', async () => {
    const { confirmed, states, store, receive, captured } = await openBuyer()
    const { id } = await confirmed('accounts')
    await store.save(set('copies', { id }, { refusedAt: new Date() }))
    expect(await states()).toEqual([['accounts', 'undeliverable']])
    await receive()
    expect(await captured('accounts')).toEqual([])
  })

  test('a mail server that is down, or refuses for now, ends nothing', async () => {
    const { add, pass, deliver, answers, states } = await openBuyer()
    await add('accounts')
    answers(async () => {
      throw new MailDeferredError('451 Try again')
    })
    for (let turn = 0; turn < 30; turn += 1) {
      await deliver()
      pass(hour)
    }
    await deliver()
    expect(await states()).toEqual([['accounts', 'waiting']])
  })

  test('a waiting mail goes to no removed address, and to a restored one', async () => {
    const { add, remove, deliver, delivered } = await openBuyer()
    await add('accounts')
    await add('audit')
    for (const name of ['accounts', 'audit']) await remove(name)
    await add('audit')
    await deliver()
    expect(delivered('accounts')).toEqual([])
    expect(delivered('audit')).toHaveLength(1)
  })

  test('a receipt with a tax invoice keeps its buyer', async () => {
    const { billTo, receive, services, caller, organisation } = await openBuyer()
    const other = await receive()
    services.tax = mockTax
    const numbered = await receive()
    await billTo(acme)
    expect(await refusalOf(billReceipt(services, await caller(), numbered.id))).toEqual([
      409,
      'This receipt has a tax invoice, which never changes.',
    ])
    await billReceipt(services, await caller(), other.id)
    const { data } = await listReceipts(services, organisation)
    const names = new Map(data.map((one) => [one.receipt_id, one.billed_to?.legal_name]))
    expect(names.get(numbered.id)).toBeUndefined()
    expect(names.get(other.id)).toBe(acme.legalName)
  })
})
