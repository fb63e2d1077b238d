import fc from 'fast-check'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { createMetabaseDashboards } from '../../server/dashboards/providers/metabase'
import { day, hour, later } from '../../server/lib/time'
import { createReportJob } from '../../server/reports/job'
import type { ReportRow } from '../../server/reports/tables'
import { add } from '../../server/store/change'
import type { Mail } from '../../server/store/outgoing-mail'
import { memoryAndSql } from '../support/every-store'
import { startMetabase } from '../support/metabase-server'
import { numRuns } from '../support/property-runs'
import { reportOf } from '../support/report-examples'
import { openShop } from './billing/organisation'
import { found, founding, userOf } from './sql-store-examples'

const secretKey = 'the embedding key of a Metabase, long enough'
const start = '2026-03-01T12:00:00.000Z'
const due = new Date('2026-03-02T08:00:00Z')

/** What an organisation's dashboard has, and how many of its people get it, how often each. */
const organisations = fc.array(
  fc.record({
    revenue: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    rows: fc.array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer()), {
      maxLength: 30,
    }),
    people: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 2, maxLength: 4 },
)

/** D142, D68: a mail has the rows of its reader's organisation alone, whatever is made beside it. */
describe.each(memoryAndSql)('reports of several organisations, in %s', (name, open) => {
  let store: Store
  afterEach(() => store.close())

  test('never share a row, in the mail or its files, nor a figure to compare with', async () => {
    store = await open()
    /** By organisation: what Metabase answers for its locked parameter. */
    const data = new Map<unknown, { revenue: number; rows: unknown[][] }>()
    const dataOf = ({ organisation }: Record<string, unknown>) => {
      const found = data.get(organisation)
      if (!found) throw new Error('Nobody has such an organisation')
      return found
    }
    let now = new Date(start)
    const metabase = await startMetabase({
      secretKey,
      clock: () => now,
      dashboards: {
        7: {
          lockedParameters: ['organisation'],
          cards: [
            {
              name: 'Revenue',
              display: 'scalar',
              columns: [{ name: 'sum' }],
              rows: (params) => [[dataOf(params).revenue]],
            },
            {
              name: 'Customers',
              display: 'table',
              columns: [{ name: 'customer', base_type: 'type/Text' }, { name: 'orders' }],
              rows: (params) => dataOf(params).rows,
            },
          ],
        },
      },
    })
    onTestFinished(metabase.stop)
    const dashboards = createMetabaseDashboards(
      {
        siteUrl: metabase.url,
        secretKey,
        organisationParameter: 'organisation',
        organisationValue: 'id',
      },
      [{ id: 'overview', name: 'Overview', metabaseId: 7, lockedParameters: {} }],
    )
    let examples = 0

    await fc.assert(
      fc.asyncProperty(organisations, async (all) => {
        examples += 1
        const { services, pass } = await openShop(store, start)
        services.dashboards = dashboards
        /** The letters that mark whatever is an organisation's, by the ids of its reports. */
        const markOf = new Map<string, string>()
        const reports: ReportRow[] = []
        for (const [index, { revenue, rows, people }] of all.entries()) {
          const mark = `${'abcd'[index]}${examples}`
          const slug = `rows-${process.pid}-${name.length}-${mark}`
          const [organisation, admin] = founding(slug, `admin@${slug}.test`)
          await found(store, organisation, {
            ...admin,
            isAddressProven: true,
          })
          data.set(organisation.id, {
            revenue,
            rows: rows.map(([cell, number]) => [`row-of-${mark}-${cell}`, number]),
          })
          for (const [place, count] of people.entries()) {
            const person =
              place === 0
                ? admin
                : {
                    ...userOf(organisation, `${place}@${slug}.test`),
                    isAddressProven: true,
                  }
            if (place > 0) await store.save(add('users', person))
            for (let turn = 0; turn < count; turn += 1) {
              const report = reportOf(person, { createdAt: new Date(start) })
              markOf.set(report.id, mark)
              reports.push(report)
            }
          }
        }
        await store.save(add('reports', ...reports))

        const jobs = [createReportJob(services, () => 1), createReportJob(services, () => 1)]
        for (const time of [due, later(due, day)]) {
          // All of them are due within the hour.
          pass(later(time, hour).getTime() - services.clock().getTime())
          now = services.clock()
          for (;;) {
            const taken = await Promise.all(jobs.map((job) => job.take(3)))
            if (taken.flat().length === 0) break
            await Promise.all(taken.flat().map((task) => task.run()))
          }
        }

        for (const { id, userId } of reports) {
          const mails: Mail[] = await store.all('mails', { reportId: id })
          expect(mails.map((mail) => mail.userId)).toEqual([userId, userId])
          const mark = markOf.get(id)
          const own = all['abcd'.indexOf(mark?.[0] ?? '')]
          for (const mail of mails) {
            for (const part of [mail.text, mail.html ?? '', JSON.stringify(mail.files)]) {
              const marks = [...part.matchAll(/row-of-(\w+)-/g)].map(([, found]) => found)
              expect(new Set(marks)).toEqual(new Set(own?.rows.length ? [mark] : []))
            }
          }
          // Nothing has changed since the first one, of the same organisation.
          const texts = mails.map(({ text }) => /^Revenue: \S+(?: \((.*)\))?$/m.exec(text)?.[1])
          expect(texts.map((change) => change ?? 'first').sort()).toEqual([
            expect.stringMatching(/^0(\.0%)?$/),
            'first',
          ])
        }
      }),
      { numRuns: numRuns(30, 4) },
    )
  })
})
