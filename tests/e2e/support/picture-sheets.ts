import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { chromium, type LaunchOptions } from '@playwright/test'
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Playwright's attachments of a differing picture, by their name's ending, with their captions. */
const columns = { expected: 'Before', actual: 'After', diff: 'Difference' } as const
type Column = keyof typeof columns

/**
 * Puts the versions of each changed picture onto one sheet, side by side: update a picture only
 * after looking at its sheet.
 */
export default class PictureSheets implements Reporter {
  private readonly folder: string
  private launchOptions: LaunchOptions | undefined
  /** Files by screen and column. */
  private readonly screens = new Map<string, Map<Column, string>>()

  /** @param options the sheets' folder. */
  constructor({ folder }: { folder: string }) {
    this.folder = folder
  }

  onBegin({ projects }: FullConfig): void {
    this.launchOptions = projects[0]?.use.launchOptions
    rmSync(this.folder, { recursive: true, force: true })
  }

  onTestEnd(_test: TestCase, { attachments }: TestResult): void {
    for (const { name, path } of attachments) {
      const [, screen, column] = /^(.+)-(expected|actual|diff)\.png$/.exec(name) ?? []
      if (!screen || !path) continue
      const files = this.screens.get(screen) ?? new Map<Column, string>()
      this.screens.set(screen, files.set(column as Column, path))
    }
  }

  async onEnd(): Promise<void> {
    if (this.screens.size === 0) return
    mkdirSync(this.folder, { recursive: true })
    const browser = await chromium.launch(this.launchOptions)
    try {
      const page = await browser.newPage()
      for (const [screen, files] of this.screens) {
        await page.setContent(sheetOf(screen, files))
        await page.locator('main').screenshot({ path: `${this.folder}/${screen}.png` })
      }
    } finally {
      await browser.close()
    }
    const sheets = [...this.screens.keys()].map((screen) => `  ${this.folder}/${screen}.png`)
    console.log(`\nPictures changed. Look at each, before and after:\n${sheets.join('\n')}`)
  }

  printsToStdio(): boolean {
    return false
  }
}

/** A page of the pictures as they are, each under its heading. */
function sheetOf(screen: string, files: ReadonlyMap<Column, string>): string {
  const figures = Object.entries(columns).map(([column, heading]) => {
    const file = files.get(column as Column)
    const picture = file
      ? `<img src="data:image/png;base64,${readFileSync(file, 'base64')}">`
      : 'There is none.'
    return `<figure style="margin: 0"><p>${heading}: ${screen}</p>${picture}</figure>`
  })
  return `<main style="display: flex; gap: 16px; width: max-content; padding: 16px; font: 16px sans-serif;
    background: silver">${figures.join('')}</main>`
}
