import { describe, expect, test } from 'vitest'
import { mockTax } from '../../mocks/tax'
import { mockBuyers } from '../../mocks/tax-scenarios'
import { type RateLimits, rateLimits } from '../../server/api/limits'
import { networkOf } from '../../server/api/networks'
import { createJobs } from '../../server/app/jobs'
import { readBuyer } from '../../server/billing/buyer/buyer'
import { addCopy, mayMailCopy, removeCopy } from '../../server/billing/buyer/copies'
import type { BilledTo } from '../../server/billing/buyer/tables'
import { billReceipt } from '../../server/billing/receipts/billed-to'
import { saveReceipts } from '../../server/billing/receipts/receipts'
import type { Receipt } from '../../server/billing/receipts/tables'
import { erasePerson } from '../../server/commands/operator-requests'
import { day, hour, later, minute } from '../../server/lib/time'
import { MailDeferredError, MailRefusedError } from '../../server/mail/send-mail'
import { add, set } from '../../server/store/change'
import { memoryAndSql, storeForTests } from '../support/every-store'
import { addAccounts, billTo, openShop } from './billing/organisation'
import { refusalOf } from './billing/provider'
import { receiptOf, reportedAs, subscriptionOf } from './sql-store-examples'

const network = networkOf('192.0.2.1')

const acme: BilledTo = { ...mockBuyers.india, lines: ['17 Residency Road'], reference: '' }
const labs: BilledTo = { ...acme, legalName: 'Acme Labs', country: 'DE', region: '', taxId: 'DE 1' }

const unpaid = { paymentId: null, paidAt: null, method: null, paymentAskedAt: null }

/** The mails to accounting addresses, and the buyer on receipts; `conformance/buyer.ts` has what people ask for. */
describe.each(memoryAndSql)('a buyer, in %s', (name, open) => {
  const store = storeForTests(open)

  /** An organisation with a paid plan, whose mails wait for a mail server. */
  async function openBuyer() {
    const shop = await openShop(store)
    const { services, organisation } = shop
    services.mail = { captures: false }
    const subscription = subscriptionOf(organisation, { nextCheckAt: null })
    await store.save(add('subscriptions', subscription))
    const addressOf = (name: string) => `${name}@${organisation.slug}.test`
    const list = (...receipts: Receipt[]) =>
      saveReceipts({ ...services, mail: { captures: true } }, subscription, reportedAs(receipts))
    return {
      ...shop,
      addressOf,
      list,
      add: async (name: string) => addCopy(services, await shop.caller(), network, addressOf(name)),
      remove: async (name: string) =>
        removeCopy(services, await shop.caller(), network, addressOf(name)),
      states: async () =>
        (await readBuyer(services, organisation)).copies.map(({ email, state }) => [
          email.replace(/@.*/, ''),
          state,
        ]),
      async receive(changes: Parameters<typeof receiptOf>[1] = {}) {
        const now = services.clock()
        const times = { issuedAt: now, paidAt: now, askedAt: now, paymentAskedAt: now }
        const receipt = receiptOf(subscription, { ...times, ...changes })
        await list(receipt)
        return receipt
      },
      captured: async (name: string) =>
        (await store.listCapturedMails(99)).filter(({ to }) => to === addressOf(name)),
      /** Sends what waits for the mail server, which gives that answer. @returns to whom. */
      async deliver(answer = async () => {}) {
        const delivered: string[] = []
        const send = async ({ to }: { to: string }) => {
          await answer()
          delivered.push(to)
        }
        const job = createJobs(services, send, () => 1).find(({ name }) => name === 'mail')
        for (const task of (await job?.take(50)) ?? []) await task.run()
        return delivered
      },
    }
  }

  // Nobody is erased from memory.
  if (name !== 'memory')
    test('erasing a person removes their accounting address', async () => {
      const { add, services, organisation, addressOf, states } = await openBuyer()
      await add('accounts')
      await add('audit')
      const erasure = await erasePerson(services, organisation.slug, addressOf('accounts'))
      await erasure.act()
      expect(await states()).toEqual([['audit', 'waiting']])
      const told = JSON.stringify(await store.findHistory(organisation.id, null, 9))
      expect(told).toContain(addressOf('audit'))
      expect(told).not.toContain(addressOf('accounts'))
    })

  test('every confirmed address gets each new payment and refund, once; no other organisation’s does', async () => {
    const buyer = await openBuyer()
    const { receive, list, captured, services } = buyer
    const other = await openBuyer()
    for (const shop of [other, buyer]) await addAccounts(shop)
    await addAccounts(buyer, 'audit')
    await buyer.add('waiting')
    const { id } = await addAccounts(buyer, 'refused')
    await store.save(set('copies', { id }, { refusedAt: new Date() }))
    expect(await buyer.states()).toContainEqual(['refused', 'undeliverable'])
    const receipt = await receive()
    for (const after of [1, 2])
      await list({ ...receipt, refundedAmount: 5, askedAt: new Date(+receipt.askedAt + after) })
    await receive(unpaid)
    // Nobody is told of what was paid a week before it became known.
    await receive({ paidAt: later(services.clock(), -7 * day) })
    expect(await captured('accounts')).toHaveLength(2)
    expect(await captured('audit')).toHaveLength(2)
    for (const name of ['waiting', 'refused']) expect(await captured(name)).toEqual([])
    expect(await other.captured('accounts')).toEqual([])
  })

  test('a receipt takes the buyer of the day on which it is paid, and keeps it', async () => {
    const buyer = await openBuyer()
    const { receive, list, services } = buyer
    const before = await receive()
    await billTo(buyer, acme)
    const [open, paid] = [await receive(unpaid), await receive()]
    const billed = async ({ id }: { id: string }) =>
      (await store.one('receipts', { id }))?.billedTo ?? null
    expect(await Promise.all([before, open, paid].map(billed))).toEqual([null, null, acme])
    await billTo(buyer, labs)
    const now = later(services.clock(), minute)
    const pay = { paymentId: `pay_${open.id}`, paidAt: now, paymentAskedAt: now, askedAt: now }
    const again = [before, paid].map((one) => ({ ...one, askedAt: now, refundedAmount: 7 }))
    await list({ ...open, ...pay }, ...again)
    expect(await Promise.all([before, open, paid].map(billed))).toEqual([null, labs, acme])
  })

  // SQL decides nothing of what follows.
  if (name !== 'memory') return

  test('an address that refuses a mail for good gets no more, until it is added again and asked', async () => {
    const { add, remove, deliver, pass, states, addressOf, services } = await openBuyer()
    await add('accounts')
    // A mail server that is down, or refuses for now, ends nothing.
    await deliver(() => Promise.reject(new MailDeferredError('451 Try again')))
    expect(await states()).toEqual([['accounts', 'waiting']])
    pass(hour)
    await deliver(() => Promise.reject(new MailRefusedError('550 No such user')))
    expect(await states()).toEqual([['accounts', 'undeliverable']])
    const copy = await store.one('copies', { emailKey: addressOf('accounts') })
    expect(await mayMailCopy(services, { copyId: copy?.id ?? '' })).toBe(false)
    expect(await refusalOf(add('accounts'))).toEqual([
      409,
      'Emails to this address were refused. Remove it first, then add it again.',
    ])
    await remove('accounts')
    await add('accounts')
    expect(await states()).toEqual([['accounts', 'waiting']])
    expect(await deliver()).toContain(addressOf('accounts'))
  })

  test('an organisation has five accounting addresses at most, beside removed ones', async () => {
    const { add, remove } = await openBuyer()
    for (const name of ['one', 'two', 'three', 'four', 'five']) await add(name)
    const text = 'You can have up to five addresses. Remove one first.'
    expect(await refusalOf(add('six'))).toEqual([409, text])
    await remove('one')
    await add('six')
    expect(await refusalOf(add('one'))).toEqual([409, text])
  })

  test('an address is asked, and gets notices, only so often a day', async () => {
    const { add, services, states } = await openBuyer()
    const limit = (changes: Partial<RateLimits>) => {
      services.rateLimits = { ...rateLimits(), ...changes }
    }
    limit({ askAccountingAddress: [{ by: ['mailbox', 'organisation'], calls: 1, window: day }] })
    await add('accounts')
    await add('audit')
    const tooOften = expect.stringContaining('This address was asked too often today')
    expect(await refusalOf(add('accounts+1'))).toEqual([429, tooOften])
    limit({ mailNotice: [{ by: ['mailbox'], calls: 0, window: day }] })
    const tooMany = expect.stringContaining('This address got too many emails from us today')
    expect(await refusalOf(add('other'))).toEqual([429, tooMany])
    expect(await states()).toHaveLength(2)
  })

  test('a waiting mail goes to no removed address, and to a restored one', async () => {
    const { add, remove, deliver, addressOf } = await openBuyer()
    await add('accounts')
    await add('audit')
    for (const name of ['accounts', 'audit']) await remove(name)
    await add('audit')
    const delivered = await deliver()
    expect(delivered).not.toContain(addressOf('accounts'))
    expect(delivered).toContain(addressOf('audit'))
  })

  test('a receipt with a tax invoice keeps its buyer', async () => {
    const buyer = await openBuyer()
    const { receive, services, caller } = buyer
    services.tax = mockTax
    expect(await readBuyer(services, buyer.organisation)).toMatchObject({ tax: 'gst' })
    const { id } = await receive()
    await receive({ amount: 0 })
    expect(await store.all('taxDocuments', {})).toMatchObject([{ receiptId: id }])
    await billTo(buyer, acme)
    expect(await refusalOf(billReceipt(services, await caller(), id))).toEqual([
      409,
      'This receipt has a tax invoice, which never changes.',
    ])
    expect(await store.one('receipts', { id })).toMatchObject({ billedTo: null })
  })
})
