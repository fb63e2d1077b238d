import type { Page } from '@playwright/test'
import { axe, axeOfColours } from './axe'

/** Colours that are still changing have a contrast that nobody reads at. */
async function coloursAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
}

/**
 * Expects that axe finds nothing wrong with the page as it stands, in either theme. The theme is a
 * class that changes only colours: rules about colours run twice.
 */
export async function axeInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await coloursAtRest(page)
  await axe(page)
  const toggleTheme = () => page.evaluate(() => document.documentElement.classList.toggle('dark'))
  await toggleTheme()
  await coloursAtRest(page)
  await axeOfColours(page)
  await toggleTheme()
}
