import { expect, type FrameLocator, type Page } from '@playwright/test'
import { demoAdmin, demoPassword } from '../../../server/demo/demo'

/** Waits until the main dashboard shows its charts. @returns the inside of its frame. */
export async function dashboardFrame(page: Page): Promise<FrameLocator> {
  const frame = page.frameLocator('main iframe')
  await expect(frame.getByText('Sample data', { exact: true })).toBeVisible()
  await expect(frame.locator('canvas').first()).toBeVisible()
  return frame
}

/** @returns the path of the demo admin's first dashboard, by a link that the server has just signed. */
export async function sampleAddress({ request }: Page): Promise<string> {
  const data = { email: demoAdmin.email, password: demoPassword }
  const login = await request.post('/api/login/', { data })
  const { access } = (await login.json()) as { access: string }
  const link = await request.post('/api/dashboards/link/', {
    headers: { authorization: `Bearer ${access}` },
    data: { dashboard_id: 'overview' },
  })
  const { iframe } = (await link.json()) as { iframe: string }
  return iframe.replace(/#.*/, '')
}
