import type { Services } from '../api/services'
import { day, hour, later } from '../lib/time'
import { vitalMail } from '../mail/outbox'
import type { Abandonment, Organisation } from '../people/tables'
import { not, put, remove } from '../store/change'
import { eraseOrganisation } from './erasure'
import { abandonedMail, endFacts } from './mails'

/** Milliseconds without a sign-in after which an organisation is abandoned. */
const absence = 365 * day
/** Milliseconds from the first mail, and from the second one, to the deletion. */
const notice = { first: 30 * day, second: 7 * day }
/** The maximum number of organisations that are handled in an hour. */
const mostAtOnce = 100

/**
 * Takes the due steps of deleting organisations that nobody uses: two mails, then the deletion (D140). A user who signs in, or
 * proves an address, keeps the organisation. Does nothing without the setting.
 */
export async function followAbandoned(services: Services): Promise<void> {
  const { store, clock, deletesAbandoned } = services
  if (!deletesAbandoned) {
    // If the setting comes back, the first mail is sent again.
    await store.save(remove('abandonments', { organisationId: not(null) }))
    return
  }
  const now = clock()
  const since = later(now, -absence)
  const due = { table: 'abandonments', due: 'nextStepAt' } as const
  for (const one of await store.take(due, now, later(now, hour), mostAtOnce)) {
    const [organisation] = await store.findAbandoned(since, one, 1)
    if (organisation) await takeStep(services, organisation, one)
    else await store.save(remove('abandonments', { organisationId: one.organisationId }))
  }
  for (const organisation of await store.findAbandoned(since, 'untold', mostAtOnce)) {
    await announce(services, organisation, { isReminder: false })
  }
}

async function takeStep(
  services: Services,
  organisation: Organisation,
  { isReminded }: Abandonment,
): Promise<void> {
  if (!isReminded) return await announce(services, organisation, { isReminder: true })
  const { id: organisationId } = organisation
  const waiting = await eraseOrganisation(services, organisationId, 'abandoned')
  if (!waiting) services.log.info('An abandoned organisation was deleted', { organisationId })
}

/** Mails the date of the deletion to all users of an organisation, for the first or the second time. */
async function announce(
  services: Services,
  { id: organisationId, name }: Organisation,
  { isReminder }: { isReminder: boolean },
): Promise<void> {
  const lock = { row: 'organisations', where: { id: organisationId } } as const
  await services.store.change('tell-abandoned', lock, null, async (read) => {
    const users = await read.all('users', { organisationId }, 'not-held')
    const now = services.clock()
    const dueAt = later(now, isReminder ? notice.second : notice.first)
    const nextStepAt = isReminder ? dueAt : later(dueAt, -notice.second)
    const about = endFacts(services, name)
    const abandonment = { organisationId, nextStepAt, isReminded: isReminder }
    return {
      answer: undefined,
      writes: [put('abandonments', ['organisationId'], abandonment)],
      mails: users.map((to) => {
        const mail = abandonedMail({ ...about, fullName: to.fullName, dueAt })
        return vitalMail(services, to, mail, now)
      }),
      entries: null,
      unrecorded: 'changes nothing yet, and nobody reads the log',
    }
  })
}
