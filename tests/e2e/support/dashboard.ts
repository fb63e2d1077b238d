import { expect, type FrameLocator, type Page } from '@playwright/test'
import { demoAdmin, demoPassword } from '../../../server/demo/demo'

/** Waits until the main dashboard shows its charts. @returns the inside of its frame. */
export async function dashboardFrame(page: Page): Promise<FrameLocator> {
  const frame = page.frameLocator('main iframe')
  await expect(frame.getByText('Sample data', { exact: true })).toBeVisible()
  await expect(frame.locator('canvas').first()).toBeVisible()
  return frame
}

/** @returns the path of a demo user's first dashboard, by a link that the server has just signed. */
export async function sampleAddress({ request }: Page, email = demoAdmin.email): Promise<string> {
  const login = await request.post('/api/login/', { data: { email, password: demoPassword } })
  const { access } = (await login.json()) as { access: string }
  const link = await request.post('/api/dashboards/link/', {
    headers: { authorization: `Bearer ${access}` },
    data: { dashboard_id: 'overview' },
  })
  const { iframe } = (await link.json()) as { iframe: string }
  return iframe.replace(/#.*/, '')
}
