import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { axe } from './axe'

/**
 * Expects that axe finds nothing wrong with the page as it stands, in either theme. The theme is a
 * class that changes colours and nothing else: what depends on them is looked at twice, and
 * not before they have stopped changing: caught half-way they have a contrast that nobody reads at.
 */
export async function axeInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await axe(page)
  const html = page.locator('html')
  await html.evaluate(async (element) => {
    element.classList.toggle('dark')
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
  const { violations } = await new AxeBuilder({ page })
    .withRules(['color-contrast', 'link-in-text-block'])
    .analyze()
  const found = violations.flatMap(({ nodes }) => nodes.map(({ target }) => target.join(' ')))
  expect(found, 'colours that do not contrast in the other theme').toEqual([])
  await html.evaluate((element) => element.classList.toggle('dark'))
}
