import type { PaymentDetails, ProviderInvoice } from '../../api/payments'
import type { Services } from '../../api/services'
import { day } from '../../lib/time'
import { type NoticeServices, noticeFor } from '../../mail/outbox'
import { byProvider } from '../../people/author'
import type { User } from '../../people/tables'
import { add, type Lock, oneOf, type Reading, remove, update, type Write } from '../../store/change'
import { type Entry, entryOf, recorded } from '../../store/entry'
import type { OutgoingMail } from '../../store/outgoing-mail'
import { confirmedCopies } from '../buyer/copies'
import { numberingOf, seriesLocks } from '../invoices/numbers'
import { issuerOf, numberReceipts, prefixesOf } from '../invoices/papers'
import type { TaxDocument } from '../invoices/tables'
import { authorOfPayment } from '../payer'
import type { Subscription } from '../tables'
import { billingOf } from './billed-to'
import { type CopyServices, copyMailsOf, receiptMail } from './receipt-mail'
import type { Receipt } from './tables'

/** The maximum age of a payment that admins are mailed about, in ms: older ones are no news. */
const longestNews = 7 * day

/** A receipt as the provider's answers make it. */
type Answered = Omit<Receipt, 'organisationName' | 'billedTo' | 'refundHeardAt' | 'isMailed'>

/**
 * @param kept the stored receipt; absent: none yet.
 * @param payment the provider's report on its payment; null: not requested.
 * @param askedAt the time of the request, by the provider's clock.
 * @returns an invoice as a receipt to store.
 */
function receiptOf(
  { id: subscriptionId, organisationId, plan }: Subscription,
  { isGone: _isGone, ...invoice }: ProviderInvoice,
  kept: Receipt | undefined,
  payment: PaymentDetails | null,
  askedAt: Date,
): Answered {
  return {
    ...invoice,
    subscriptionId,
    organisationId,
    planName: plan.name,
    refundedAmount: payment?.refundedAmount ?? kept?.refundedAmount ?? 0,
    method: payment?.method ?? kept?.method ?? null,
    askedAt,
    paymentAskedAt: payment ? askedAt : (kept?.paymentAskedAt ?? null),
  }
}

/** @returns the entry for a refund that the receipt didn't show before; null: none. */
function refundEntry(receipt: Receipt, kept: Receipt | undefined, at: Date) {
  const { organisationId, subscriptionId, paymentId, planName, currency, amount } = receipt
  const { refundedAmount } = receipt
  const before = kept?.refundedAmount ?? 0
  if (paymentId === null || refundedAmount <= before) return null
  return entryOf(at, organisationId, byProvider('job'), 'payment-refunded', {
    subscriptionId,
    paymentId,
    details: { plan: planName, amount: refundedAmount - before, currency },
    once: onceRefunded(paymentId, refundedAmount < amount ? refundedAmount : null),
  })
}

/**
 * A refund is logged once, whether it is ours or the provider reports it.
 * @param amount of a partial refund, in minor units; null: all of it.
 */
export function onceRefunded(paymentId: string, amount: number | null = null): string {
  return `payment-refunded ${paymentId}${amount === null ? '' : ` ${amount}`}`
}

/** What the provider says of a subscription's invoices. */
export interface InvoiceReport {
  invoices: readonly ProviderInvoice[]
  /** By the payment's id: those that were asked for. */
  payments: ReadonlyMap<string, PaymentDetails>
  /** By the provider's clock. */
  askedAt: Date
}

/**
 * Saves invoices as receipts, each once by its id, whatever servers receive it at the same time, and reports what was
 * paid or refunded, once: in the audit log, and a paid one in a mail to each admin and each confirmed accounting address,
 * unless it is old or bought nothing.
 * @returns whether a receipt is new or has changed.
 */
export async function saveReceipts(
  services: NoticeServices & CopyServices & Pick<Services, 'store' | 'appUrl'>,
  subscription: Subscription,
  report: InvoiceReport,
): Promise<boolean> {
  const { store, clock } = services
  const { id: subscriptionId, organisationId } = subscription
  const issuer = issuerOf(services)
  const prefixes = prefixesOf(issuer, await store.all('taxDocuments', { subscriptionId }))
  const locks: Lock[] = [
    { row: 'receiptChecks', where: { subscriptionId } },
    ...(await seriesLocks(services, prefixes)),
  ]
  const saved = await store.change('save-receipts', locks, null, async (read) => {
    const now = clock()
    const numbering = await numberingOf(read, prefixes, locks, now)
    if (!numbering) return { answer: null }
    const [rows, documents] = await Promise.all([
      read.all('receipts', { subscriptionId }),
      read.all('taxDocuments', { subscriptionId }, 'not-held'),
    ])
    const { given, changed, removed } = mergedReceipts(subscription, rows, report)
    const untold = given.filter(isUnmailed)
    const answer = changed.length > 0
    if (!answer && removed.length === 0 && untold.length === 0) return { answer }

    const isNews = ({ paidAt }: PaidReceipt) =>
      now.getTime() - paidAt.getTime() < longestNews && subscription.state !== 'void'
    const news = untold.filter(isNews)
    const admins =
      news.length > 0 ? await read.all('users', { organisationId, isAdmin: true }, 'not-held') : []
    const copies = news.length > 0 ? await confirmedCopies(read, organisationId) : []
    const taken: Entry[] = []
    for (const receipt of news) taken.push(await takenEntry(read, subscription, receipt))
    const refunded = given.flatMap(
      (receipt) =>
        refundEntry(
          receipt,
          rows.find(({ id }) => id === receipt.id),
          now,
        ) ?? [],
    )
    const isFresh = ({ id }: Receipt) => !rows.some((row) => row.id === id)
    const organisation = given.some(isFresh)
      ? await read.one('organisations', { id: organisationId }, 'not-held')
      : null
    const billedToOf = await billingOf(read, organisationId, rows, given)
    const saved = given.map((receipt) => ({
      ...receipt,
      billedTo: billedToOf(receipt),
      // Of then: a later name isn't that of who paid.
      organisationName:
        isFresh(receipt) && organisation ? organisation.name : receipt.organisationName,
      isMailed: receipt.isMailed || isUnmailed(receipt),
    }))
    const numbered = numberReceipts(numbering, issuer, saved, rows, documents)
    return {
      answer,
      writes: [
        ...numbering.writes(),
        ...added(saved.filter(isFresh)),
        ...update('receipts', rows, saved),
        ...(removed.length > 0 ? [remove('receipts', { id: oneOf(removed) })] : []),
      ],
      mails: [
        ...news.flatMap((receipt) =>
          mailsOf(services, admins, receipt, numberOf(numbered, receipt), now),
        ),
        ...copyMailsOf(services, copies, savedOf(news, saved), numbered, now),
      ],
      ...recorded([...refunded, ...taken], 'what is unpaid or old is no news'),
    }
  })
  return saved ?? (await saveReceipts(services, subscription, report))
}

/** @returns the number of a receipt's tax invoice; null: it has none. */
const numberOf = (numbered: readonly TaxDocument[], { id }: Receipt) =>
  numbered.find(({ receiptId, kind }) => receiptId === id && kind === 'invoice')?.number ?? null

type PaidReceipt = Receipt & { paidAt: Date; paymentId: string }

/** A mail would lack what isn't known of the payment yet. */
const isUnmailed = (receipt: Receipt): receipt is PaidReceipt =>
  receipt.paidAt !== null && receipt.paymentId !== null && !receipt.isMailed

/** @returns paid receipts as they are saved. */
const savedOf = (paid: readonly PaidReceipt[], saved: readonly Receipt[]): PaidReceipt[] =>
  paid.map(
    (receipt) => ({ ...receipt, ...saved.find(({ id }) => id === receipt.id) }) as PaidReceipt,
  )

/** Sorted, so that two servers don't deadlock where no check is there to wait at. */
function added(fresh: readonly Receipt[]): Write[] {
  const sorted = fresh.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return sorted.length > 0 ? [add('receipts', ...sorted)] : []
}

/**
 * A paid one stays paid; otherwise the latest answer counts.
 * @param rows as they are kept.
 * @returns the receipts of the invoices, which of them are new or differ in more than the time of the request, and the
 * ids of withdrawn ones that were never paid.
 */
function mergedReceipts(
  subscription: Subscription,
  rows: readonly Receipt[],
  { invoices, payments, askedAt }: InvoiceReport,
): { given: Receipt[]; changed: Receipt[]; removed: string[] } {
  const given: Receipt[] = []
  const changed: Receipt[] = []
  for (const invoice of invoices.filter(({ isGone }) => !isGone)) {
    const kept = rows.find(({ id }) => id === invoice.id)
    const payment = invoice.paymentId ? (payments.get(invoice.paymentId) ?? null) : null
    const receipt = receiptOf(subscription, invoice, kept, payment, askedAt)
    if (kept && (kept.askedAt > askedAt || !isChanged(receipt, kept))) {
      given.push(kept)
      continue
    }
    const { paymentId, paidAt, paymentAskedAt } = kept ?? receipt
    const merged = {
      // Named when it is saved.
      organisationName: '',
      billedTo: null,
      refundHeardAt: null,
      isMailed: false,
      ...kept,
      ...receipt,
      paymentId: receipt.paymentId ?? paymentId,
      paidAt: receipt.paidAt ?? paidAt,
      paymentAskedAt: receipt.paymentAskedAt ?? paymentAskedAt,
    }
    given.push(merged)
    changed.push(merged)
  }
  const gone = new Set(invoices.filter(({ isGone }) => isGone).map(({ id }) => id))
  const removed = rows.filter(({ id, paidAt }) => gone.has(id) && !paidAt).map(({ id }) => id)
  return { given, changed, removed }
}

/** Whether an answer differs in more than the time of the request. */
function isChanged(receipt: Answered, kept: Receipt): boolean {
  const names = Object.keys(receipt) as (keyof Answered)[]
  return names.some(
    (name) => name !== 'askedAt' && JSON.stringify(receipt[name]) !== JSON.stringify(kept[name]),
  )
}

/** The entry for a payment, unless it is in the log already. */
async function takenEntry(
  read: Reading,
  subscription: Subscription,
  { paymentId, paidAt, planName, amount, currency }: PaidReceipt,
): Promise<Entry> {
  const author = await authorOfPayment(read, subscription, paidAt, byProvider('job'))
  return entryOf(paidAt, subscription.organisationId, author, 'payment-taken', {
    subscriptionId: subscription.id,
    paymentId,
    details: { plan: planName, amount, currency },
    once: `payment-taken ${paymentId}`,
  })
}

function mailsOf(
  services: NoticeServices & Pick<Services, 'appUrl' | 'timeZone'>,
  admins: readonly Pick<User, 'id' | 'email' | 'fullName'>[],
  receipt: PaidReceipt,
  invoiceNumber: string | null,
  now: Date,
): OutgoingMail[] {
  const { appUrl, productName, timeZone } = services
  const link = `${appUrl}/dashboard/receipt/${encodeURIComponent(receipt.id)}`
  return admins.map((admin) =>
    noticeFor(
      services,
      admin,
      receiptMail({
        ...receipt,
        invoiceNumber,
        productName,
        fullName: admin.fullName,
        link,
        timeZone,
      }),
      now,
    ),
  )
}
