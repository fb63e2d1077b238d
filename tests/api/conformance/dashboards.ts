import { expect, test } from 'vitest'
import { createBuyer } from '../../support/conformance/buyer'
import type { Client } from '../../support/conformance/client'

export default function describeDashboards(client: Client): void {
  const organisationOf = async (access: string) =>
    (await client.succeed('getProfile', undefined, access)).organization

  test('has its own name, and a link with its lifetime to its own organisation’s data only', async () => {
    for (const { access } of [await client.newAdmin(), await client.newAdmin()]) {
      const organization = await organisationOf(access)
      const { dashboards = [], name, slug } = organization
      expect(organization.org_metabase_name).toBe(`${name} ${dashboards[0]?.name}`)
      expect(organization.org_iframe).toMatch(/^(https?:\/\/|\/(?!\/)).*transparent/)
      expect(organization.org_iframe_expires_in).toBeGreaterThanOrEqual(3600)
      expect(dashboards.length).toBeGreaterThan(0)
      for (const { dashboard_id } of dashboards) {
        const body = { dashboard_id }
        const { iframe, expires_in } = await client.succeed('getDashboardLink', body, access)
        expect(expires_in).toBeGreaterThanOrEqual(3600)
        expect(expires_in).toBeLessThan(4500)
        const { search } = new URL(iframe, 'http://orglens.test')
        const shown = await client.send(`/sandbox/sample-link.json${search}`)
        expect(await shown.json()).toEqual({ dashboard: dashboard_id, organisation: slug })
      }
    }
    const forged = await client.send('/sandbox/sample-link.json?token=eyJ9.e30.x')
    expect(forged.status).toBe(400)
  })

  test('beyond the plan’s limit, or that doesn’t exist, is neither listed nor linked', async () => {
    const { access } = await client.newAdmin()
    const buyer = createBuyer(client, access)
    const dashboards = async () =>
      (await organisationOf(access)).dashboards?.map(({ dashboard_id }) => dashboard_id)
    const linkTo = (dashboard_id: string) =>
      client.statusOf('getDashboardLink', { dashboard_id }, access)
    await buyer.subscribe('plan_starter_monthly_usd')
    expect(await dashboards()).toEqual(['overview'])
    for (const id of ['sales', '', 'elsewhere', '__proto__']) {
      expect(await linkTo(id), id).toBe(404)
    }
    await buyer.subscribe('plan_growth_monthly_usd')
    expect(await dashboards()).toEqual(['overview', 'sales', 'retention', 'support'])
    expect(await linkTo('sales')).toBe(200)
  })
}
