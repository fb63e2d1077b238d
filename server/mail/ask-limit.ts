import { countsOf } from '../api/rate-limit'
import type { Services } from '../api/services'
import { mailboxOf } from '../people/email'

/** @returns whether another mail may ask an address, counted; beyond the limit, nothing is mailed (D90). */
export async function mayAskAddress(services: Services, emailKey: string): Promise<boolean> {
  const { store, clock } = services
  const counts = countsOf(services, 'askAddress', { mailbox: mailboxOf(emailKey) })
  const [wait] = await store.countCalls([counts], clock())
  return wait === 0
}
