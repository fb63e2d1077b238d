import type { Page } from '@playwright/test'
import { deferred } from '../../support/deferred'

/**
 * Keeps what is asked for from arriving, as a slow line does.
 * @param pattern of its addresses, as `page.route` has it.
 * @returns a function that lets it come.
 */
export async function hold(page: Page, pattern: string): Promise<() => void> {
  const { resolve: open, promise: opened } = deferred()
  await page.route(pattern, async (route) => {
    await opened
    await route.fallback()
  })
  return open
}

/** Keeps the app's code from arriving. @returns a function that lets it come. */
export const holdScripts = (page: Page) => hold(page, '**/assets/*.js')

/** Whether React answers for the form that shows; not while the page is on its way to another. */
export const isTakenOver = (page: Page) =>
  page
    .evaluate(() => {
      const form = document.querySelector('form')
      return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
    })
    .catch(() => false)
