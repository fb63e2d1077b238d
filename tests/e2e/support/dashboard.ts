import { expect, type FrameLocator, type Page } from '@playwright/test'

/** Waits until the main dashboard shows its charts. @returns the inside of its frame. */
export async function dashboardFrame(page: Page): Promise<FrameLocator> {
  const frame = page.frameLocator('main iframe')
  await expect(frame.getByText('Sample data', { exact: true })).toBeVisible()
  await expect(frame.locator('canvas').first()).toBeVisible()
  return frame
}
