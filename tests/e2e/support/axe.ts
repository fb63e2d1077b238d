import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** @returns what looks at the page: without frames in place, since results needn't be put together in another. */
export function axeBuilder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
}

/**
 * Expects that axe finds nothing wrong with the page as it stands: WCAG 2.2 A and AA, and axe's
 * best practices. Frames are looked into as well.
 */
export async function axe(page: Page): Promise<void> {
  const { violations } = await axeBuilder(page)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ target }) => `  ${target.join(' ')}`).join('\n')}`,
  )
  expect(found, 'accessibility violations').toEqual([])
}
