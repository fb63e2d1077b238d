import type { Organisation } from '../people/tables'
import { ensure, oneOf, type Reading, remove, set, type Write } from '../store/change'

/**
 * What an organisation's end waits for: its plan has to end first, the `provider` has to confirm the end of each
 * subscription and list its payments, and a `refund` is owed.
 */
export type WaitsFor = 'plan' | 'provider' | 'refund'

/** @returns what an organisation's end waits for; null: nothing. */
export async function waitsFor(
  read: Pick<Reading, 'all'>,
  organisationId: string,
): Promise<WaitsFor | null> {
  const subscriptions = await read.all('subscriptions', { organisationId })
  const ids = subscriptions.map(({ id }) => id)
  const owed = await read.all('refunds', { subscriptionId: oneOf(ids), state: 'owed' })
  if (subscriptions.some(({ state }) => state === 'live')) return 'plan'
  if (subscriptions.some(({ nextCheckAt }) => nextCheckAt !== null)) return 'provider'
  return owed.length > 0 ? 'refund' : null
}

/**
 * @param slugs `held`: nobody gets them, because whoever did might see what dashboards show by them (D136). `free`: it
 *   never showed any.
 * @returns what deletes an organisation that waits for nothing, with all of its data but refunds.
 */
export function erasureOf({ id, slug }: Organisation, slugs: 'held' | 'free'): Write[] {
  const organisationId = id
  const held = { organisationId: null, isName: false, heldUntil: null }
  return [
    remove('receipts', { organisationId }),
    remove('subscriptions', { organisationId }),
    remove('billings', { organisationId }),
    ...(slugs === 'free'
      ? [remove('slugs', { organisationId })]
      : [
          // A server of before founds organisations without a row of theirs.
          ensure('slugs', ['slug'], { slug, ...held, organisationId }),
          set('slugs', { organisationId }, held),
        ]),
    remove('organisations', { id }),
  ]
}
