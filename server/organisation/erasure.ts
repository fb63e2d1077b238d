import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { requireNoWayBack } from '../auth/password-links'
import { longestListing } from '../billing/jobs'
import { receiptLease } from '../billing/receipts/job'
import { listReceipts } from '../billing/receipts/listed-receipts'
import type { Refund } from '../billing/refunds/tables'
import type { Subscription } from '../billing/tables'
import { day, later } from '../lib/time'
import { mailTo, vitalMail } from '../mail/outbox'
import type { Deletion, Organisation, User } from '../people/tables'
import { oneOf, type Reading, remove, set, type Write } from '../store/change'
import type { Author } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { deletedMail, type EndServices, endFacts } from './mails'

/*
 * Deleting an organisation with its data, once nothing is pending.
 */

/** Milliseconds from its founding in which an organisation can be deleted at once. */
const atOnceTime = day

/** Milliseconds for which the invoice of a refunded payment is waited for. A mandate that was only authorised has none. */
const invoiceWait = 7 * day

/** The refusal for a user whose account may be taken back (D89). */
export const cantDelete = "You can't delete the organisation"

/**
 * The reason why an organisation can't be deleted yet. `plan`: its plan has to end. `provider`: the provider has to confirm the
 * end of each subscription, and list its payments and invoices. `refund`: one is owed.
 */
export type Obstacle = 'plan' | 'provider' | 'refund'

/** @returns the reason why an organisation can't be deleted yet; null if it can. @param tax null: payments get no tax invoices. */
export async function obstacleOf(
  read: Pick<Reading, 'all'>,
  organisationId: string,
  now: Date,
  tax: Services['tax'],
): Promise<Obstacle | null> {
  const subscriptions = await read.all('subscriptions', { organisationId })
  const ids = subscriptions.map(({ id }) => id)
  const refunds = await read.all('refunds', { subscriptionId: oneOf(ids) })
  if (subscriptions.some(({ state }) => state === 'live')) return 'plan'
  if (subscriptions.some(({ nextCheckAt }) => nextCheckAt !== null)) return 'provider'
  if (await isFetchingReceipts(read, organisationId, subscriptions, refunds, now, tax)) {
    return 'provider'
  }
  return refunds.some(({ state }) => state === 'owed') ? 'refund' : null
}

/**
 * The last mail has the receipts, so they have to be fetched first. If the provider can't be asked or lacks an invoice, only an
 * organisation that gets or has tax documents waits, because none may be missing (D143); any other is deleted even if the
 * provider is gone for good.
 * @returns whether receipts still have to be fetched.
 */
async function isFetchingReceipts(
  read: Pick<Reading, 'all'>,
  organisationId: string,
  subscriptions: readonly Subscription[],
  refunds: readonly Refund[],
  now: Date,
  tax: Services['tax'],
): Promise<boolean> {
  const ids = subscriptions.map(({ id }) => id)
  const [checks, receipts, taxDocuments] = await Promise.all([
    read.all('receiptChecks', { subscriptionId: oneOf(ids) }),
    read.all('receipts', { organisationId }),
    read.all('taxDocuments', { organisationId }),
  ])
  const isDueBy = (time: Date) => checks.some(({ dueAt }) => dueAt !== null && dueAt <= time)
  if (!tax && taxDocuments.length === 0) return isDueBy(now)
  const isListed = (payment: string) => receipts.some(({ paymentId }) => paymentId === payment)
  const hasPaidReceipt = (id: string) =>
    receipts.some(({ subscriptionId, paidAt }) => subscriptionId === id && paidAt)
  return (
    checks.some(({ failures }) => failures > 0) ||
    // A leased check is due at the end of its lease.
    isDueBy(later(now, receiptLease)) ||
    refunds.some(
      ({ paymentId, createdAt }) => later(createdAt, invoiceWait) > now && !isListed(paymentId),
    ) ||
    subscriptions.some(
      ({ id, wasPaid, endedAt }) =>
        wasPaid && endedAt && later(endedAt, longestListing) > now && !hasPaidReceipt(id),
    )
  )
}

/**
 * @param slugs `held`: nobody else ever gets them, because dashboards may select data by slug (D136). `free`: they don't.
 * @returns the writes that delete an organisation with all of its data, except refunds and numbered documents.
 */
function erasureOf({ id }: Organisation, slugs: 'held' | 'free'): Write[] {
  const organisationId = id
  const heldForEver = { organisationId: null, isName: false, heldUntil: null }
  return [
    // The seller has to keep numbered documents.
    set('taxDocuments', { organisationId }, { organisationId: null }),
    remove('receipts', { organisationId }),
    remove('subscriptions', { organisationId }),
    remove('billings', { organisationId }),
    ...(slugs === 'free'
      ? [remove('slugs', { organisationId })]
      : [set('slugs', { organisationId }, heldForEver)]),
    remove('organisations', { id }),
  ]
}

/** Whether an organisation can be deleted at once: it is new, has one user, and never had a subscription. */
export const canBeDeletedAtOnce = (
  { createdAt }: Pick<Organisation, 'createdAt'>,
  userCount: number,
  subscriptions: readonly Subscription[],
  now: Date,
) => userCount === 1 && later(createdAt, atOnceTime) > now && subscriptions.length === 0

const organisationLocks = (organisationId: string) =>
  [{ organisation: organisationId }, { billing: organisationId }] as const

/** Deletes an organisation at once. @returns the time. @throws HttpError 409 if it can't be deleted at once. */
export async function deleteAtOnce(
  services: Services,
  { id }: Organisation,
  user: User,
  { caller }: Author,
): Promise<Date> {
  const { store, clock, dashboards } = services
  return await store.change('delete-organisation', organisationLocks(id), caller, async (read) => {
    const now = clock()
    const [organisation, users, subscriptions] = await Promise.all([
      read.one('organisations', { id }),
      read.all('users', { organisationId: id }, 'not-held'),
      read.all('subscriptions', { organisationId: id }),
    ])
    if (!organisation || !canBeDeletedAtOnce(organisation, users.length, subscriptions, now)) {
      throw new HttpError(409, "It can't be deleted at once any more. Please reload the page.")
    }
    await requireNoWayBack(read, services, user.id, cantDelete)
    return {
      answer: now,
      writes: erasureOf(organisation, dashboards.selectsBySlug ? 'held' : 'free'),
      mails: goodbyeMails(services, organisation, users, []),
      entries: null,
      unrecorded: 'leaves nobody who could read it',
    }
  })
}

/**
 * Deletes an organisation with all of its data but refunds, if nothing is pending. Its admins get a mail with the receipts.
 * @param cause the deletion that an admin requested, the operator's request, or that nobody uses it: then nobody gets a mail.
 * @returns the reason why it has to wait; null if it is deleted, or the deletion was withdrawn.
 */
export async function eraseOrganisation(
  services: EndServices,
  organisationId: string,
  cause: Deletion | 'operator' | 'abandoned',
): Promise<Obstacle | null> {
  const { data: receipts } = await listReceipts(services, { id: organisationId })
  const locks = organisationLocks(organisationId)
  return await services.store.change('delete-organisation', locks, null, async (read) => {
    const [organisation, users, present] = await Promise.all([
      read.one('organisations', { id: organisationId }),
      read.all('users', { organisationId }, 'not-held'),
      read.one('deletions', { organisationId }),
    ])
    const isCurrent =
      typeof cause === 'string' || present?.requestedAt.getTime() === cause.requestedAt.getTime()
    if (!organisation || !isCurrent) return { answer: null }
    const waiting = await obstacleOf(read, organisationId, services.clock(), services.tax)
    if (waiting) return { answer: waiting }
    return {
      answer: null,
      writes: erasureOf(organisation, 'held'),
      mails: cause === 'abandoned' ? [] : goodbyeMails(services, organisation, users, receipts),
      entries: null,
      unrecorded: 'leaves nobody who could read it',
    }
  })
}

/** @returns the last mail to each admin. With receipts it always goes out, because they are nowhere else. */
const goodbyeMails = (
  services: EndServices,
  { name }: Organisation,
  users: readonly User[],
  receipts: Parameters<typeof deletedMail>[0]['receipts'],
): OutgoingMail[] =>
  users
    .filter(({ isAdmin }) => isAdmin)
    .map((to) => {
      const about = endFacts(services, name)
      const content = deletedMail({ ...about, fullName: to.fullName, receipts })
      return receipts.length > 0 ? mailTo(services, to, content) : vitalMail(services, to, content)
    })
