import { expect, test } from 'vitest'
import { createBuyer } from '../../support/conformance/buyer'
import type { Client } from '../../support/conformance/client'

export default function describeDashboards(client: Client): void {
  test('has its own name, and a link with its lifetime to its own organisation’s data only', async () => {
    const seen: unknown[] = []
    for (const { access } of [await client.newAdmin(), await client.newAdmin()]) {
      const { organization } = await client.succeed('getProfile', undefined, access)
      const [first] = organization.dashboards ?? []
      expect(organization.org_metabase_name).toBe(`${organization.name} ${first?.name}`)
      expect(organization.org_iframe).toMatch(/^(https?:\/\/|\/(?!\/)).*transparent/)
      expect(organization.org_iframe_expires_in).toBeGreaterThanOrEqual(3600)
      for (const { dashboard_id } of organization.dashboards ?? []) {
        const body = { dashboard_id }
        const { iframe, expires_in } = await client.succeed('getDashboardLink', body, access)
        expect(expires_in).toBeGreaterThanOrEqual(3600)
        expect(expires_in).toBeLessThan(4500)
        const { search } = new URL(iframe, 'http://orglens.test')
        const shown = await client.send(`/sandbox/sample-link.json${search}`)
        expect(await shown.json()).toEqual({
          dashboard: dashboard_id,
          organisation: organization.slug,
        })
        seen.push(`${dashboard_id} of ${organization.slug}`)
      }
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length % 2).toBe(0)
    const forged = await client.send('/sandbox/sample-link.json?token=eyJ9.e30.x')
    expect([forged.status, await forged.json()]).toMatchObject([
      400,
      { message: 'This link is invalid.' },
    ])
  })

  test('beyond the plan’s limit, or that doesn’t exist, is neither listed nor linked', async () => {
    const { access } = await client.newAdmin()
    const buyer = createBuyer(client, access)
    const dashboards = async () => {
      const { organization } = await client.succeed('getProfile', undefined, access)
      return organization.dashboards?.map(({ dashboard_id }) => dashboard_id)
    }
    await buyer.subscribe('plan_starter_monthly_usd')
    expect(await dashboards()).toEqual(['overview'])
    for (const dashboard_id of ['sales', '', 'elsewhere', '__proto__']) {
      const refused = await client.refused('getDashboardLink', { dashboard_id }, access)
      expect(refused.status, dashboard_id).toBe(404)
    }
    await buyer.subscribe('plan_growth_monthly_usd')
    expect(await dashboards()).toEqual(['overview', 'sales', 'retention', 'support'])
    await client.succeed('getDashboardLink', { dashboard_id: 'sales' }, access)
  })
}
