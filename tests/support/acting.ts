import { randomUUID } from 'node:crypto'
import type { Caller } from '../../server/api/caller'
import { refusalIn } from '../../server/api/http-error'
import type { Store } from '../../server/api/store'
import type { Organisation, User } from '../../server/people/tables'
import { add } from '../../server/store/change'
import { sessionOf } from '../api/sql-store-examples'

/** Signs a user in for good. @returns them as a caller. */
export async function signedIn(
  store: Pick<Store, 'save'>,
  organisation: Organisation,
  user: User,
): Promise<Caller> {
  const id = randomUUID()
  const session = { ...sessionOf(user), id, expiresAt: new Date('9999-01-01') }
  await store.save(add('sessions', session))
  return {
    user,
    hasCodes: false,
    organisation,
    sessionId: id,
    live: null,
    deletion: null,
    mayBePaid: false,
  }
}

/** @returns the statuses of those that were refused, and null for each that wasn't. */
export async function outcomesOf(steps: readonly Promise<unknown>[]): Promise<(number | null)[]> {
  const settled = await Promise.allSettled(steps)
  return settled.map((step) =>
    step.status === 'fulfilled' ? null : Number(refusalIn(step.reason)?.status),
  )
}
