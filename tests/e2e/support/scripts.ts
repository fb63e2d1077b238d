import type { Page } from '@playwright/test'

/**
 * Keeps the app's code from arriving, as a slow line does.
 * @returns a function that lets it come.
 */
export async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Whether React answers for the form that shows; not while the page is on its way to another. */
export const isTakenOver = (page: Page) =>
  page
    .evaluate(() => {
      const form = document.querySelector('form')
      return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
    })
    .catch(() => false)
