import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { requireNoWayBack } from '../auth/password-links'
import { listReceipts } from '../billing/receipts/listed-receipts'
import type { Subscription } from '../billing/tables'
import { day, later } from '../lib/time'
import { mailTo } from '../mail/outbox'
import type { Deletion, Organisation, User } from '../people/tables'
import { oneOf, type Reading, remove, set, type Write } from '../store/change'
import type { Author } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { aboutEnd, deletedMail, type EndServices } from './mails'

/*
 * Deleting an organisation for good, when nothing is waited for any more.
 */

/** How long an organisation can be deleted at once, in ms from its founding. */
const youth = day

/** What a way back keeps its user from (D89). */
export const cantDelete = "You can't delete the organisation"

/**
 * What an organisation's end waits for: its plan has to end first, the `provider` has to confirm the end of each
 * subscription and list its payments and invoices, and a `refund` is owed.
 */
export type WaitsFor = 'plan' | 'provider' | 'refund'

/** @returns what an organisation's end waits for; null: nothing. */
export async function waitsFor(
  read: Pick<Reading, 'all'>,
  organisationId: string,
  now: Date,
): Promise<WaitsFor | null> {
  const subscriptions = await read.all('subscriptions', { organisationId })
  const ids = subscriptions.map(({ id }) => id)
  const owed = await read.all('refunds', { subscriptionId: oneOf(ids), state: 'owed' })
  if (subscriptions.some(({ state }) => state === 'live')) return 'plan'
  if (subscriptions.some(({ nextCheckAt }) => nextCheckAt !== null)) return 'provider'
  if (await isFetchingReceipts(read, organisationId, ids, now)) return 'provider'
  return owed.length > 0 ? 'refund' : null
}

/**
 * The last mail brings the receipts. Whether the provider can't be asked matters only to tax papers: none may be missing
 * (D143), and an organisation without them is deleted even if the provider is gone for good.
 * @returns whether receipts of an organisation are still to be fetched, or couldn't be.
 */
async function isFetchingReceipts(
  read: Pick<Reading, 'all'>,
  organisationId: string,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<boolean> {
  const checks = await read.all('receiptChecks', { subscriptionId: oneOf(subscriptionIds) })
  const hasFailed = checks.some(({ failures }) => failures > 0)
  const papers = hasFailed ? await read.all('taxDocuments', { organisationId }) : []
  return papers.length > 0 || checks.some(({ dueAt }) => dueAt !== null && dueAt <= now)
}

/**
 * @param slugs `held`: nobody gets them, because whoever did might see what dashboards show by them (D136). `free`: it
 *   never showed any.
 * @returns what deletes an organisation that waits for nothing, with all of its data but refunds and numbered papers.
 */
function erasureOf({ id }: Organisation, slugs: 'held' | 'free'): Write[] {
  const organisationId = id
  const held = { organisationId: null, isName: false, heldUntil: null }
  return [
    // Numbered papers outlive it, for whoever sells (D143).
    set('taxDocuments', { organisationId }, { organisationId: null }),
    remove('receipts', { organisationId }),
    remove('subscriptions', { organisationId }),
    remove('billings', { organisationId }),
    ...(slugs === 'free'
      ? [remove('slugs', { organisationId })]
      : [set('slugs', { organisationId }, held)]),
    remove('organisations', { id }),
  ]
}

/** Whether an organisation can be deleted without waiting: it was founded just now, by somebody who is alone and never paid. */
export const canBeDeletedAtOnce = (
  { createdAt }: Pick<Organisation, 'createdAt'>,
  people: number,
  subscriptions: readonly Subscription[],
  now: Date,
) => people === 1 && later(createdAt, youth) > now && subscriptions.length === 0

const organisationLocks = (organisationId: string) =>
  [{ organisation: organisationId }, { billing: organisationId }] as const

/** Deletes an organisation now, if it may. @returns the time. */
export async function deleteAtOnce(
  services: Services,
  { id }: Organisation,
  user: User,
  { caller }: Author,
): Promise<Date> {
  const { store, clock, dashboards } = services
  return await store.change('delete-organisation', organisationLocks(id), caller, async (read) => {
    const now = clock()
    const [organisation, people, subscriptions] = await Promise.all([
      read.one('organisations', { id }),
      read.all('users', { organisationId: id }, 'not-held'),
      read.all('subscriptions', { organisationId: id }),
    ])
    if (!organisation || !canBeDeletedAtOnce(organisation, people.length, subscriptions, now)) {
      throw new HttpError(409, "It can't be deleted at once any more. Please reload the page.")
    }
    await requireNoWayBack(read, services, user.id, cantDelete)
    return {
      answer: now,
      writes: erasureOf(organisation, dashboards.selectsBySlug ? 'held' : 'free'),
      mails: farewells(services, organisation, people, []),
      entries: null,
      unrecorded: 'leaves nobody who could read it',
    }
  })
}

/**
 * Deletes an organisation with all of its data but refunds, as soon as it waits for nothing. Its admins get a mail with its
 * receipts.
 * @param why the deletion that its admins asked for; the operator did, or nobody uses it: then nobody is told.
 * @returns what it waits for; null: it is deleted, or not to be deleted any more.
 */
export async function eraseOrganisation(
  services: EndServices,
  organisationId: string,
  why: Deletion | 'operator' | 'abandoned',
): Promise<WaitsFor | null> {
  const { data: receipts } = await listReceipts(services, { id: organisationId })
  const locks = organisationLocks(organisationId)
  return await services.store.change('delete-organisation', locks, null, async (read) => {
    const [organisation, people, kept] = await Promise.all([
      read.one('organisations', { id: organisationId }),
      read.all('users', { organisationId }, 'not-held'),
      read.one('deletions', { organisationId }),
    ])
    const isMeant =
      typeof why === 'string' || kept?.requestedAt.getTime() === why.requestedAt.getTime()
    if (!organisation || !isMeant) return { answer: null }
    const waiting = await waitsFor(read, organisationId, services.clock())
    if (waiting) return { answer: waiting }
    return {
      answer: null,
      writes: erasureOf(organisation, 'held'),
      mails: why === 'abandoned' ? [] : farewells(services, organisation, people, receipts),
      entries: null,
      unrecorded: 'leaves nobody who could read it',
    }
  })
}

/** They can't be notices that are dropped: they bring the receipts, and there is one in an account's life. */
const farewells = (
  services: EndServices,
  { name }: Organisation,
  people: readonly User[],
  receipts: Parameters<typeof deletedMail>[0]['receipts'],
): OutgoingMail[] =>
  people
    .filter(({ isAdmin }) => isAdmin)
    .map((to) => {
      const about = aboutEnd(services, name)
      return mailTo(services, to, deletedMail({ ...about, fullName: to.fullName, receipts }))
    })
