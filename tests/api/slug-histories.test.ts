import fc from 'fast-check'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { refusalIn } from '../../server/api/http-error'
import { networkOf } from '../../server/api/networks'
import type { Store } from '../../server/api/store'
import { removeOutdated } from '../../server/app/housekeeping-job'
import { createMemoryStore } from '../../server/app/memory-store'
import { openPostgresqlStore } from '../../server/app/sql-store'
import { deleteOrganisation } from '../../server/commands/operator-requests'
import { day } from '../../server/lib/time'
import { changeSlug, renameOrganisation } from '../../server/organisation/organisation'
import { findOrganisationBySlug } from '../../server/people/slug'
import { servicesOver, signedIn } from '../support/acting'
import { createDatabase } from '../support/postgresql'
import { numRuns } from '../support/property-runs'
import { found, founding, silentLog } from './sql-store-examples'

const letters = ['a', 'b', 'c', 'd'] as const
const letter = fc.constantFrom(...letters)
/** What happens next: to whom, and with which slug; `wait` is in days. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('found' as const), slug: letter }),
  fc.record({ kind: fc.constantFrom('rename', 'move'), who: fc.nat(3), slug: letter }),
  fc.record({ kind: fc.constant('delete' as const), who: fc.nat(3) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 7, 100, 400) }),
)
const history = fc.array(step, { minLength: 5, maxLength: 25 })
const client = { network: networkOf('192.0.2.1'), browser: 'Firefox on Windows' }

describe.each(['memory', 'PostgreSQL'])('a slug, %s', (kind) => {
  let opened: Store | undefined
  let time = Date.parse('2026-03-01T12:00:00Z')
  let count = 0
  afterAll(() => opened?.close())

  test('leads to its organisation until time frees it, and to nobody ever after a deletion', async () => {
    opened =
      kind === 'memory'
        ? createMemoryStore()
        : await openPostgresqlStore(await createDatabase(inject('postgresqlUrl')), silentLog)
    const store = opened
    const clock = () => new Date(time)
    const made = servicesOver(store, clock)
    const passwords = { ...made.passwords, verify: async () => true }
    const services = { ...made, passwords, rateLimits: null }

    async function live(steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) {
      count += 1
      const slugOf = (name: string) => `run-${count}-${name}`
      const people: { id: string; caller: Awaited<ReturnType<typeof signedIn>> }[] = []
      const led = new Map<string, string | null>(letters.map((name) => [name, null]))
      const deleted = new Set<string>()
      for (const one of steps) {
        if (one.kind === 'wait') {
          time += one.days * day
          await removeOutdated(store, clock())
        } else if (one.kind === 'found') {
          const [organisation, admin] = founding(slugOf(one.slug), `${crypto.randomUUID()}@x.test`)
          const founded = { ...organisation, createdAt: clock() }
          if ((await found(store, founded, admin)) === 'created') {
            const caller = await signedIn(store, founded, admin)
            people.push({ id: organisation.id, caller })
          }
        } else {
          const { id, caller } = people[one.who] ?? {}
          const now = id ? await store.one('organisations', { id }) : null
          if (!caller || !now || !id) continue
          if (one.kind === 'delete') {
            await (await deleteOrganisation(services, now.slug)).act()
            deleted.add(id)
          } else {
            const slug = slugOf('slug' in one ? one.slug : '')
            const change =
              one.kind === 'rename'
                ? renameOrganisation(services, caller, client.network, slug)
                : changeSlug(services, caller, client, { slug, password: 'any' })
            await change.catch((error) => {
              if (refusalIn(error)?.status !== 409) throw error
            })
          }
        }
        for (const name of letters) {
          const owner = (await findOrganisationBySlug(store, slugOf(name), clock()))?.id ?? null
          const before = led.get(name) ?? null
          const told = `${name} after ${JSON.stringify(one)}`
          if (before !== null && deleted.has(before)) expect(owner, told).toBeNull()
          // Nothing but time frees it.
          else if (before !== null && one.kind !== 'wait') expect(owner, told).toBe(before)
          else if (before !== null && owner !== null) expect(owner, told).toBe(before)
          // What led to a deleted organisation is remembered.
          if (before === null || !deleted.has(before)) led.set(name, owner)
        }
      }
    }

    await fc.assert(fc.asyncProperty(history, live), {
      numRuns: numRuns(kind === 'memory' ? 300 : 20),
    })
  })
})
