import type { PaymentDetails, ProviderInvoice } from '../../api/payments'
import { day } from '../../lib/time'
import { type NoticeServices, noticeFor } from '../../mail/outbox'
import { byProvider } from '../../people/author'
import { add, type Lock, oneOf, type Reading, remove, update, type Write } from '../../store/change'
import { type Entry, entryOf, recorded } from '../../store/entry'
import type { MailContent, OutgoingMail } from '../../store/outgoing-mail'
import { confirmedCopies } from '../buyer/copies'
import { refundReason } from '../decide'
import { paymentTaken } from '../entries'
import { issueForReceipts, issuerOf, prefixesOf } from '../invoices/documents'
import { openSeries, seriesLocks } from '../invoices/numbers'
import type { TaxDocument } from '../invoices/tables'
import { makePapers, type PaperServices } from '../papers/papers'
import { authorOfPayment } from '../payer'
import type { Subscription } from '../tables'
import { billReceipts } from './billed-to'
import {
  type CopyServices,
  copyMailsOf,
  isPaid,
  type NumberedDocument,
  type PaidReceipt,
  papersOf,
  receiptMail,
  refundedMail,
  withForNumbers,
} from './receipt-mail'
import type { Receipt } from './tables'

/** The maximum age of a payment that admins are mailed about, in ms. */
const longestNews = 7 * day

/** The fields of a receipt that come from the provider. */
type Reported = Omit<Receipt, 'organisationName' | 'billedTo' | 'refundHeardAt' | 'isMailed'>

/**
 * Converts a provider's invoice to a receipt.
 * @param stored the stored receipt, if there is one.
 * @param payment the provider's report on the payment; null: not requested.
 * @param askedAt the time of the request, by the provider's clock.
 */
function receiptOf(
  { id: subscriptionId, organisationId, plan }: Subscription,
  { isGone: _isGone, ...invoice }: ProviderInvoice,
  stored: Receipt | undefined,
  payment: PaymentDetails | null,
  askedAt: Date,
): Reported {
  return {
    ...invoice,
    subscriptionId,
    organisationId,
    planName: plan.name,
    refundedAmount: payment?.refundedAmount ?? stored?.refundedAmount ?? 0,
    method: payment?.method ?? stored?.method ?? null,
    askedAt,
    paymentAskedAt: payment ? askedAt : (stored?.paymentAskedAt ?? null),
  }
}

/**
 * Returns the key that logs a refund once, whether Orglens made it or the provider reports it.
 * @param amount the sum of partial refunds so far, in minor units; null: all of the payment is refunded.
 */
export function onceRefunded(paymentId: string, amount: number | null = null): string {
  return `payment-refunded ${paymentId}${amount === null ? '' : ` ${amount}`}`
}

/** The provider's report on a subscription's invoices. */
export interface InvoiceReport {
  invoices: readonly ProviderInvoice[]
  /** The payments that were requested, by their ids. */
  payments: ReadonlyMap<string, PaymentDetails>
  /** The time of the request, by the provider's clock. */
  askedAt: Date
}

type SavingServices = NoticeServices & CopyServices & PaperServices

/**
 * Saves a subscription's invoices as receipts, with their tax documents. Each new payment and refund is logged once, and
 * mailed once to all admins and confirmed accounting addresses, unless the payment was old when it became known. All of this
 * holds when several servers save the same invoices at once.
 * @returns whether a receipt is new or has changed.
 */
export async function saveReceipts(
  services: SavingServices,
  subscription: Subscription,
  report: InvoiceReport,
): Promise<boolean> {
  const { store, clock } = services
  const { id: subscriptionId, organisationId } = subscription
  const issuer = issuerOf(services)
  const prefixes = prefixesOf(issuer, await store.all('taxDocuments', { subscriptionId }))
  const now = clock()
  const locks: Lock[] = [
    { row: 'receiptChecks', where: { subscriptionId } },
    ...(await seriesLocks(services, prefixes, now)),
  ]
  const saved = await store.change('save-receipts', locks, null, async (read) => {
    const nothing = { answer: { hasChanged: false, issued: [] } }
    // The organisation may have been deleted since the provider was asked.
    if (!(await read.one('subscriptions', { id: subscriptionId }))) return nothing
    const series = await openSeries(read, prefixes, now)
    const [before, documents] = await Promise.all([
      read.all('receipts', { subscriptionId }),
      read.all('taxDocuments', { subscriptionId }, 'not-held'),
    ])
    const { merged, hasChanged, removedIds } = mergeReceipts(subscription, before, report)
    if (!hasChanged && removedIds.length === 0 && !merged.some(isUnmailed)) return nothing

    const named = await nameReceipts(read, organisationId, before, merged)
    const billed = await billReceipts(read, organisationId, before, named)
    const unmailed = billed.filter(isUnmailed)
    const after = billed.map((receipt) => ({
      ...receipt,
      isMailed: receipt.isMailed || isUnmailed(receipt),
    }))
    const issued = issueForReceipts(series, issuer, after, before, documents)
    const paid = unmailed.filter(({ paidAt }) => now.getTime() - paidAt.getTime() < longestNews)
    const taken: Entry[] = []
    for (const receipt of paid) taken.push(await takenEntry(read, subscription, receipt))
    const refunded = after.flatMap((receipt) => refundEntry(receipt, before, now) ?? [])
    const isNews = (receipt: Receipt): receipt is PaidReceipt =>
      isPaid(receipt) && [...paid, ...before.filter(isPaid)].some(({ id }) => id === receipt.id)
    const refunds = after.filter(isNews).flatMap((receipt) => {
      const refunded = newlyRefunded(receipt, before)
      return refunded > 0 ? { receipt, refunded } : []
    })
    const news = { paid, refunds, documents: withForNumbers(issued, [...documents, ...issued]) }
    const isNew = ({ id }: Receipt) => !before.some((receipt) => receipt.id === id)
    return {
      answer: { hasChanged, issued },
      writes: [
        ...series.writes(),
        ...added(after.filter(isNew)),
        ...update('receipts', before, after),
        ...(removedIds.length > 0 ? [remove('receipts', { id: oneOf(removedIds) })] : []),
      ],
      mails: await mailsAbout(services, read, subscription, news, now),
      ...recorded([...refunded, ...taken], 'what is unpaid or old is no news'),
    }
  })
  await makePapers(services, saved.issued)
  return saved.hasChanged
}

/** Whether a payment is still to be mailed about. */
const isUnmailed = (receipt: Receipt): receipt is PaidReceipt =>
  isPaid(receipt) && !receipt.isMailed

/** @returns the refunded amount that the stored receipt doesn't show, in the currency's smallest unit. */
const newlyRefunded = ({ id, refundedAmount }: Receipt, before: readonly Receipt[]): number =>
  refundedAmount - (before.find((receipt) => receipt.id === id)?.refundedAmount ?? 0)

/** Writes the organisation's present name on new receipts. They keep it when the organisation is renamed. */
async function nameReceipts(
  read: Reading,
  organisationId: string,
  before: readonly Receipt[],
  receipts: readonly Receipt[],
): Promise<Receipt[]> {
  const isNew = ({ id }: Receipt) => !before.some((receipt) => receipt.id === id)
  if (!receipts.some(isNew)) return [...receipts]
  const organisation = await read.one('organisations', { id: organisationId }, 'not-held')
  return receipts.map((receipt) =>
    organisation && isNew(receipt) ? { ...receipt, organisationName: organisation.name } : receipt,
  )
}

/** Sorted, so that two servers don't deadlock when there is no check to lock. */
function added(receipts: readonly Receipt[]): Write[] {
  const sorted = receipts.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return sorted.length > 0 ? [add('receipts', ...sorted)] : []
}

/**
 * Merges reported invoices into the stored receipts. A paid receipt stays paid. Otherwise the latest report wins.
 * @returns the receipts of the reported invoices, whether one is new or differs in more than the time of the request, and
 *   the ids of receipts that were withdrawn before they were paid.
 */
function mergeReceipts(
  subscription: Subscription,
  before: readonly Receipt[],
  { invoices, payments, askedAt }: InvoiceReport,
): { merged: Receipt[]; hasChanged: boolean; removedIds: string[] } {
  let hasChanged = false
  const merged = invoices
    .filter(({ isGone }) => !isGone)
    .map((invoice) => {
      const stored = before.find(({ id }) => id === invoice.id)
      const payment = invoice.paymentId ? (payments.get(invoice.paymentId) ?? null) : null
      const receipt = receiptOf(subscription, invoice, stored, payment, askedAt)
      if (stored && (stored.askedAt > askedAt || !isChanged(receipt, stored))) return stored
      hasChanged = true
      return {
        organisationName: '',
        billedTo: null,
        refundHeardAt: null,
        isMailed: false,
        ...stored,
        ...receipt,
        paymentId: receipt.paymentId ?? stored?.paymentId ?? null,
        paidAt: receipt.paidAt ?? stored?.paidAt ?? null,
      }
    })
  const withdrawn = new Set(invoices.filter(({ isGone }) => isGone).map(({ id }) => id))
  const removed = before.filter(({ id, paidAt }) => withdrawn.has(id) && !paidAt)
  return { merged, hasChanged, removedIds: removed.map(({ id }) => id) }
}

/** Whether a report differs from the stored receipt in more than the time of the request. */
function isChanged(receipt: Reported, stored: Receipt): boolean {
  const names = Object.keys(receipt) as (keyof Reported)[]
  return names.some(
    (name) => name !== 'askedAt' && JSON.stringify(receipt[name]) !== JSON.stringify(stored[name]),
  )
}

/** @returns the entry for a refund that the stored receipt doesn't show; null: there is none. */
function refundEntry(receipt: Receipt, before: readonly Receipt[], at: Date): Entry | null {
  const { organisationId, subscriptionId, paymentId, planName, currency, amount } = receipt
  const { refundedAmount } = receipt
  const newAmount = newlyRefunded(receipt, before)
  if (paymentId === null || newAmount <= 0) return null
  return entryOf(at, organisationId, byProvider('job'), 'payment-refunded', {
    subscriptionId,
    paymentId,
    details: { plan: planName, amount: newAmount, currency },
    once: onceRefunded(paymentId, refundedAmount < amount ? refundedAmount : null),
  })
}

/** @returns the entry for a payment. Saving it again changes nothing. */
async function takenEntry(
  read: Reading,
  subscription: Subscription,
  { paymentId, paidAt, planName, amount, currency }: PaidReceipt,
): Promise<Entry> {
  const author = await authorOfPayment(read, subscription, paidAt, byProvider('job'))
  const details = { plan: planName, amount, currency }
  return paymentTaken(paidAt, author, subscription, paymentId, details)
}

/** Payments and refunds that are mailed about, and their tax documents. */
interface News {
  paid: readonly PaidReceipt[]
  refunds: readonly { receipt: PaidReceipt; refunded: number }[]
  documents: readonly NumberedDocument[]
}

/**
 * Writes a mail about each payment and each refund to each admin and each confirmed accounting address. Admins were mailed
 * about a payment that is given back when that was decided: nobody is thanked for it.
 */
async function mailsAbout(
  services: SavingServices,
  read: Reading,
  subscription: Subscription,
  { paid, refunds, documents }: News,
  now: Date,
): Promise<OutgoingMail[]> {
  if (paid.length === 0 && refunds.length === 0) return []
  const { appUrl, productName, timeZone } = services
  const { organisationId } = subscription
  const admins = await read.all('users', { organisationId, isAdmin: true }, 'not-held')
  const copies = await confirmedCopies(read, organisationId)
  const documentOf = ({ id }: Receipt, wanted: TaxDocument['kind']) =>
    documents.find(({ receiptId, kind }) => receiptId === id && kind === wanted) ?? null
  const toAdmins = (papers: readonly string[], write: (fullName: string) => MailContent) =>
    admins.map((admin) => noticeFor(services, admin, { ...write(admin.fullName), papers }, now))
  const aboutPayments = paid.flatMap((receipt) => {
    const document = documentOf(receipt, 'invoice')
    const link = `${appUrl}/dashboard/receipt/${encodeURIComponent(receipt.id)}`
    const invoiceNumber = document?.number ?? null
    const facts = { ...receipt, invoiceNumber, productName, link, timeZone }
    const { paidAt: takenAt, periodStart } = receipt
    const isGivenBack =
      receipt.refundedAmount >= receipt.amount ||
      refundReason(subscription, { takenAt, periodStart }, false) !== null
    return [
      ...(isGivenBack
        ? []
        : toAdmins(papersOf(services, { receipt, document }), (fullName) =>
            receiptMail({ ...facts, fullName }),
          )),
      ...copyMailsOf(services, copies, { receipt, document, refunded: null }, now),
    ]
  })
  const aboutRefunds = refunds.flatMap(({ receipt, refunded }) => {
    const creditNote = documentOf(receipt, 'credit-note')
    const search = creditNote ? `?document=${encodeURIComponent(creditNote.number)}` : ''
    const link = `${appUrl}/dashboard/receipt/${encodeURIComponent(receipt.id)}${search}`
    const facts = { ...receipt, refunded, creditNote, productName, link, timeZone }
    return [
      ...toAdmins(papersOf(services, { receipt, document: creditNote }), (fullName) =>
        refundedMail({ ...facts, fullName }),
      ),
      ...copyMailsOf(services, copies, { receipt, document: creditNote, refunded }, now),
    ]
  })
  return [...aboutPayments, ...aboutRefunds]
}
