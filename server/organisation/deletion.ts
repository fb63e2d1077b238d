import type { RequestOf, ResponseOf } from '../../contract/calls'
import { deletionDays } from '../../contract/deletion-days'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { FieldsError, HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import { withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { requireNoWayBack } from '../auth/password-links'
import { requireProofOf } from '../auth/proof'
import { type Changes, type Clocks, recordRenewal } from '../billing/decide'
import { canBeKept, renewalOf, stoppableAt } from '../billing/plan/renewals'
import { changeSubscriptions } from '../billing/save'
import type { Subscription } from '../billing/tables'
import { day, later } from '../lib/time'
import { noticeFor, vitalMail } from '../mail/outbox'
import { byCaller } from '../people/author'
import type { Deletion, Organisation, User } from '../people/tables'
import { oneLine } from '../people/visible-text'
import { add, type Reading, remove, set } from '../store/change'
import { type Author, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { cantDelete, deleteAtOnce } from './erasure'
import { deletionMail, type EndServices, endFacts, keptMail } from './mails'

/*
 * The deletion of an organisation (D140): an admin requests it, any admin can withdraw it for seven days, then the job deletes.
 */

/** Milliseconds for which a deletion can be withdrawn. */
const withdrawalTime = deletionDays * day
/** Milliseconds from the reminder to the deletion. */
const reminderAhead = day

/**
 * Requests the deletion of the caller's organisation. Its plan no longer renews, it can't buy another, and all users get a mail.
 * @returns the time of the deletion.
 * @throws FieldsError 422 for a name that isn't the organisation's, or a wrong password; HttpError 422 without the second
 *   factor; 409 if it was requested already, can't be done at once, or somebody may take the caller's account back (D89); 429
 *   after three requests in a day.
 */
export async function requestDeletion(
  services: Services,
  caller: Caller,
  client: Client,
  { name, at_once = false, ...proof }: RequestOf<'deleteOrganisation'>,
): Promise<ResponseOf<'deleteOrganisation'>> {
  const { organisation } = caller
  if (oneLine(name) !== oneLine(organisation.name)) {
    throw new FieldsError(422, {
      name: `Please type the name as it stands here: ${organisation.name}`,
    })
  }
  const user = await requireProofOf(services, caller, client, proof)
  const author = byCaller(caller, client.network)
  const dueAt = await withRateLimit(
    services,
    'deletionRequested',
    { organisation: organisation.id },
    () =>
      at_once
        ? deleteAtOnce(services, organisation, user, author)
        : schedule(services, organisation, user, author),
    { isRefusalFree: true, why: 'Deletion was requested too often.' },
  )
  return { due_at: dueAt.toISOString() }
}

/** Schedules a deletion. @returns its time. */
async function schedule(
  services: Services,
  organisation: Organisation,
  { id: requestedById, fullName: requestedBy }: User,
  author: Author,
): Promise<Date> {
  const { store, clock } = services
  const { id: organisationId } = organisation
  const requestedAt = clock()
  const dueAt = later(requestedAt, withdrawalTime)

  /** @param stopsAt the end that this sets to the plan; null for none. */
  async function request(read: Reading, live: Subscription | null, stopsAt: Date | null) {
    if (await read.one('deletions', { organisationId })) {
      throw new HttpError(409, 'Someone has already asked for it.')
    }
    await requireNoWayBack(read, services, requestedById, cantDelete)
    const deletion: Deletion = {
      organisationId,
      requestedAt,
      requestedById,
      requestedBy,
      dueAt,
      nextStepAt: later(dueAt, -reminderAhead),
      isReminded: false,
      stoppedId: live && stopsAt ? live.id : null,
    }
    const users = await read.all('users', { organisationId }, 'not-held')
    return {
      writes: [add('deletions', deletion)],
      mails: announcements(services, organisation, users, deletion, live, stopsAt),
      entries: [
        entryOf(requestedAt, organisationId, author, 'deletion-requested', {
          details: { due: dueAt.toISOString() },
        }),
      ] as const,
    }
  }

  const live = await store.one('subscriptions', { organisationId, state: 'live' })
  if (live) {
    await changeSubscriptions(
      services,
      live,
      author,
      ({ subscriptions }, now) => stopRenewal(subscriptions, live.id, now),
      {
        occasion: {
          news: (read, plan, now) => request(read, plan, stopOf(plan, now.provider)),
        },
      },
    )
  } else {
    await store.change(
      'request-deletion',
      { billing: organisationId },
      author.caller,
      async (read) => ({
        answer: undefined,
        ...(await request(read, null, null)),
      }),
    )
  }
  services.work.wake()
  return dueAt
}

/** @returns the end that a request sets to a plan; null if it was stopped before, or can't be stopped now. */
const stopOf = (plan: Subscription, now: Date) =>
  plan.state === 'live' ? stoppableAt(plan, now) : null

function stopRenewal(subscriptions: readonly Subscription[], id: string, now: Clocks): Changes {
  const plan = subscriptions.find((one) => one.id === id)
  const stopsAt = plan && stopOf(plan, now.provider)
  if (!plan || !stopsAt) return { subscriptions: [], refunds: [] }
  return recordRenewal(plan, { ...renewalOf(plan), stopsAt, announcedEnd: null })
}

/** @returns a mail to each user that their organisation will be deleted. */
function announcements(
  services: EndServices,
  { name }: Pick<Organisation, 'name'>,
  users: readonly User[],
  deletion: Deletion,
  live: Subscription | null,
  stopsAt: Date | null = null,
): OutgoingMail[] {
  return users.map((to) =>
    vitalMail(
      services,
      to,
      deletionMail({
        ...endFacts(services, name),
        to,
        requestedBy: deletion.requestedBy,
        dueAt: deletion.dueAt,
        isReminder: deletion.isReminded,
        plan: live && { name: live.plan.name, stopsAt: stopsAt ?? renewalOf(live).stopsAt },
      }),
      services.clock(),
    ),
  )
}

/**
 * Withdraws the deletion of the caller's organisation. A plan that it had stopped renews again, if that is still possible.
 * @returns whether the plan renews.
 * @throws HttpError 409 without a request, or if the deletion has begun.
 */
export async function keepOrganisation(
  services: Services,
  caller: Caller,
  network: Network,
): Promise<ResponseOf<'keepOrganisation'>> {
  const { store, clock } = services
  const { id: organisationId } = caller.organisation
  const author = byCaller(caller, network)
  const { fullName: keptBy } = caller.user

  async function keep(read: Reading) {
    const now = clock()
    const deletion = await read.one('deletions', { organisationId })
    if (!deletion) throw new HttpError(409, 'Your organisation has already been kept.')
    if (deletion.dueAt <= now) {
      throw new HttpError(409, 'It is too late: your organisation is already being deleted.')
    }
    const users = await read.all('users', { organisationId }, 'not-held')
    const about = endFacts(services, caller.organisation.name)
    return {
      writes: [remove('deletions', { organisationId })],
      mails: users.map((to) =>
        noticeFor(services, to, keptMail({ ...about, fullName: to.fullName, keptBy }), now),
      ),
      entries: [entryOf(now, organisationId, author, 'deletion-withdrawn')] as const,
    }
  }

  const live = await store.one('subscriptions', { organisationId, state: 'live' })
  if (!live) {
    await store.change(
      'withdraw-deletion',
      { billing: organisationId },
      author.caller,
      async (read) => ({
        answer: undefined,
        ...(await keep(read)),
      }),
    )
    return { renews: false }
  }
  const { after } = await changeSubscriptions(
    services,
    live,
    author,
    ({ subscriptions, deletion }, now) => resumeRenewal(subscriptions, deletion, now),
    { occasion: { news: keep } },
  )
  services.work.wake()
  const plan = after.find(({ id }) => id === live.id)
  return { renews: plan?.state === 'live' && renewalOf(plan).stopsAt === null }
}

/** Whether a plan renews again if the deletion that stopped it is withdrawn. @param now the provider's time. */
export const canRenewAgain = (plan: Subscription, deletion: Deletion | null, now: Date) =>
  plan.state === 'live' && plan.id === deletion?.stoppedId && canBeKept(plan, now)

function resumeRenewal(
  subscriptions: readonly Subscription[],
  deletion: Deletion | null,
  now: Clocks,
): Changes {
  const plan = subscriptions.find((one) => canRenewAgain(one, deletion, now.provider))
  if (!plan) return { subscriptions: [], refunds: [] }
  return recordRenewal(plan, { ...renewalOf(plan), stopsAt: null, announcedEnd: null })
}

/** Mails all users, once, that their organisation will be deleted tomorrow. */
export async function remindOfDeletion(
  services: EndServices,
  { organisationId, requestedAt }: Deletion,
): Promise<void> {
  const lock = { row: 'deletions', where: { organisationId } } as const
  await services.store.change('remind-of-deletion', lock, null, async (read) => {
    const [deletion, organisation, users, live] = await Promise.all([
      read.one('deletions', { organisationId, requestedAt, isReminded: false }),
      read.one('organisations', { id: organisationId }),
      read.all('users', { organisationId }, 'not-held'),
      read.one('subscriptions', { organisationId, state: 'live' }, 'not-held'),
    ])
    if (!deletion || !organisation) return { answer: undefined }
    const reminded = { ...deletion, isReminded: true }
    return {
      answer: undefined,
      writes: [set('deletions', { organisationId }, { isReminded: true })],
      mails: announcements(services, organisation, users, reminded, live),
      entries: null,
      unrecorded: 'was entered when it was asked for',
    }
  })
}
