import { expect, type Page } from '@playwright/test'
import axeCore, { type AxeResults, type RunOptions } from 'axe-core'

/** WCAG 2.2 A and AA, and axe's best practices. */
const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules about colours. */
const colours = ['color-contrast', 'link-in-text-block']

/** Each document loads axe once, and reports violations only: everything else took most of the time. */
async function look(page: Page, runOnly: NonNullable<RunOptions['runOnly']>): Promise<string[]> {
  for (const frame of page.frames()) {
    try {
      if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeCore.source)
    } catch (error) {
      // A dashboard's frame may just have been replaced by one with a newer link.
      if (!frame.isDetached()) throw error
    }
  }
  return await page.evaluate(
    async (options) => {
      type Axe = { run(within: Document, options: RunOptions): Promise<AxeResults> }
      const { axe } = window as unknown as { axe: Axe }
      const { violations } = await axe.run(document, options)
      return violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}\n${nodes.map(({ target }) => `  ${target.join(' ')}`).join('\n')}`,
      )
    },
    { runOnly, resultTypes: ['violations'] } satisfies RunOptions,
  )
}

/** Expects that axe finds nothing wrong with the page as it stands. Frames are looked into as well. */
export async function axe(page: Page): Promise<void> {
  expect(await look(page, everything), 'accessibility violations').toEqual([])
}

/** Expects the same of its colours alone: in another theme, nothing else differs. */
export async function axeOfColours(page: Page): Promise<void> {
  const found = await look(page, { type: 'rule', values: colours })
  expect(found, 'colours that do not contrast').toEqual([])
}

/** Expects texts of 7 to 1, large ones of 4.5 to 1 (WCAG 2.2, 1.4.6). */
export async function axeOfMoreContrast(page: Page, at: string): Promise<void> {
  const found = await look(page, { type: 'rule', values: ['color-contrast-enhanced'] })
  expect.soft(found, at).toEqual([])
}
