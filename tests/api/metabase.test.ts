import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { demoBuyer } from '../../server/demo/demo'
import { newFolder } from '../support/folders'
import { startMetabase } from '../support/metabase-server'
import { demoHostForTest } from '../support/running-host'

const secretKey = 'the embedding key of a Metabase, long enough'

const listed = [
  { id: 'overview', name: 'Overview', metabaseId: 7 },
  { id: 'sales', name: 'Sales', metabaseId: 12, lockedParameters: { stage: ['won', 'lost'] } },
]

test('opens each dashboard of a file at Metabase, for one organisation only', async () => {
  const metabase = await startMetabase({
    secretKey,
    dashboards: {
      7: { lockedParameters: ['organisation'] },
      12: { lockedParameters: ['organisation', 'stage'] },
    },
  })
  onTestFinished(metabase.stop)
  const path = join(newFolder(), 'dashboards.json')
  writeFileSync(path, JSON.stringify({ dashboards: listed }))
  const host = await demoHostForTest({
    DASHBOARDS: 'metabase',
    METABASE_SITE_URL: metabase.url,
    METABASE_SECRET_KEY: secretKey,
    METABASE_ORGANISATION_VALUE: 'id',
    DASHBOARDS_FILE: path,
  })

  const seen: unknown[] = []
  for (const session of [await host.signInAdmin(), await host.signIn(demoBuyer.email)]) {
    const profile = await (await host.call('getProfile', undefined, session.access)).json()
    const { dashboards, org_iframe } = profile.organization
    const first = await metabase.ask(org_iframe)
    expect(first).toMatchObject({ dashboard: 7, refusal: null })
    seen.push(first.params.organisation)
    for (const { dashboard_id } of dashboards) {
      const link = await host.call('getDashboardLink', { dashboard_id }, session.access)
      const { iframe } = await link.json()
      const shown = await metabase.ask(iframe)
      expect(shown.refusal).toBeNull()
      expect(shown.params.organisation).toBe(first.params.organisation)
    }
    seen.push(dashboards.map(({ dashboard_id }: { dashboard_id: string }) => dashboard_id).join())
  }
  // Two organisations differ; the second has no plan, and so one dashboard.
  expect(new Set([seen[0], seen[2]]).size).toBe(2)
  expect([seen[1], seen[3]]).toEqual(['overview,sales', 'overview'])
})
