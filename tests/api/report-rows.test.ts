import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../server/api/store'
import { createMetabaseDashboards } from '../../server/dashboards/providers/metabase'
import { day, hour, later } from '../../server/lib/time'
import { createReportJob } from '../../server/reports/job'
import type { ReportRow } from '../../server/reports/tables'
import { add } from '../../server/store/change'
import { memoryAndSql } from '../support/every-store'
import { startMetabase } from '../support/metabase-server'
import { reportOf } from '../support/report-examples'
import { openShop } from './billing/organisation'
import { found, founding, userOf } from './sql-store-examples'

const secretKey = 'the embedding key of a Metabase, long enough'
const start = '2026-03-01T12:00:00.000Z'
const due = new Date('2026-03-02T08:00:00Z')

/** D142, D68: a mail has the rows of its reader's organisation alone, whatever is made beside it. */
describe.each(memoryAndSql)('reports of several organisations, in %s', (_name, open) => {
  let store: Store
  afterEach(() => store.close())

  test('never share a row, in the mail or its files, nor a figure to compare with', async () => {
    store = await open()
    const { services, pass } = await openShop(store, start)
    const metabase = await startMetabase({
      secretKey,
      clock: services.clock,
      dashboards: {
        7: {
          lockedParameters: ['organisation'],
          cards: [
            {
              name: 'Revenue',
              display: 'scalar',
              columns: [{ name: 'sum' }],
              // Any other organisation's figure would be a change.
              rows: ({ organisation }) => [[Number.parseInt(String(organisation), 16) % 9973]],
            },
            {
              name: 'Customers',
              display: 'table',
              columns: [{ name: 'customer', base_type: 'type/Text' }, { name: 'orders' }],
              rows: ({ organisation }) => [1, 2, 3].map((row) => [`row-of-${organisation}`, row]),
            },
          ],
        },
      },
    })
    onTestFinished(metabase.stop)
    const metabaseOptions = {
      siteUrl: metabase.url,
      secretKey,
      organisationParameter: 'organisation',
    }
    services.dashboards = createMetabaseDashboards(
      { ...metabaseOptions, organisationValue: 'id' },
      [{ id: 'overview', name: 'Overview', metabaseId: 7, lockedParameters: {} }],
    )
    const reports: ReportRow[] = []
    const organisationOf = new Map<string, string>()
    for (const slug of ['rows-a', 'rows-b']) {
      const [organisation, admin] = founding(slug, `admin@${slug}.test`)
      const proven = { isAddressProven: true }
      await found(store, organisation, { ...admin, ...proven })
      const member = { ...userOf(organisation, `member@${slug}.test`), ...proven }
      await store.save(add('users', member))
      for (const person of [admin, admin, member]) {
        const report = reportOf(person, { createdAt: new Date(start) })
        organisationOf.set(report.id, organisation.id)
        reports.push(report)
      }
    }
    await store.save(add('reports', ...reports))

    const jobs = [createReportJob(services, () => 1), createReportJob(services, () => 1)]
    for (const time of [due, later(due, day)]) {
      // All of them are due within the hour.
      pass(later(time, hour).getTime() - services.clock().getTime())
      for (;;) {
        const taken = (await Promise.all(jobs.map((job) => job.take(3)))).flat()
        if (taken.length === 0) break
        await Promise.all(taken.map((task) => task.run()))
      }
    }
    for (const { id, userId } of reports) {
      const mails = await store.all('mails', { reportId: id })
      expect(mails.map((mail) => mail.userId)).toEqual([userId, userId])
      for (const { text, html, files } of mails) {
        for (const part of [text, html ?? '', JSON.stringify(files)]) {
          const owners = [...part.matchAll(/row-of-([\w-]+)/g)].map(([, owner]) => owner)
          expect(new Set(owners)).toEqual(new Set([organisationOf.get(id)]))
        }
      }
      // Nothing has changed since the first one, of the same organisation.
      const changes = mails.map(({ text }) => /^Revenue: \S+(?: \((.*)\))?$/m.exec(text)?.[1])
      expect(changes.map((change) => change ?? 'first').sort()).toEqual([
        expect.stringMatching(/^0(\.0%)?$/),
        'first',
      ])
    }
  })
})
