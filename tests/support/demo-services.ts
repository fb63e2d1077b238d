import { createMockServices } from '../../mocks/mock-api'
import { emptyMemoryData } from '../../server/app/memory-store'
import { demoAdmin, seedDemoData } from '../../server/demo/demo'
import type { Log } from '../../server/lib/log'
import { findMembership } from '../../server/people/person'

/** @returns mock mode's services over the demo's people, the data itself, and Acme's admin. */
export async function demoServices(log?: Log) {
  const data = emptyMemoryData()
  const services = createMockServices(data, log)
  await seedDemoData(services)
  const membership = await findMembership(services.store, demoAdmin.email)
  if (!membership) throw new Error('There is no demo data.')
  return { services, data, ...membership }
}
