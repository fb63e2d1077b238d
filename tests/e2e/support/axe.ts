import { expect, type Page } from '@playwright/test'
import axeCore, { type AxeResults, type RunOptions } from 'axe-core'

/** WCAG 2.2 A and AA, and axe's best practices. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const colours = ['color-contrast', 'link-in-text-block']

/**
 * Expects that axe finds nothing wrong with the page as it stands, without its frames: the dashboard in them is a page that
 * a test opens by itself. Each document loads axe once, and reports violations only: everything else took most of the time.
 */
export async function axe(
  page: Page,
  runOnly: NonNullable<RunOptions['runOnly']> = everything,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source)
  const found = await page.evaluate(
    async (options) => {
      type Axe = { run(within: Document, options: RunOptions): Promise<AxeResults> }
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(document, options)
      return violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n${nodes.map(({ target }) => `  ${target.join(' ')}`).join('\n')}`,
      )
    },
    { runOnly, resultTypes: ['violations'], iframes: false } satisfies RunOptions,
  )
  expect.soft(found, `accessibility violations at ${page.url()}`).toEqual([])
}

/** Expects the same in either theme: a class that changes only colours. */
export async function axeInBothThemes(page: Page): Promise<void> {
  await coloursAtRest(page)
  await axe(page)
  const toggleTheme = () => page.evaluate(() => document.documentElement.classList.toggle('dark'))
  await toggleTheme()
  await coloursAtRest(page)
  await axe(page, { type: 'rule', values: colours })
  await toggleTheme()
}

/** Colours that are still changing have a contrast that nobody reads at. */
async function coloursAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
}
