import { test as base } from './fixtures'

/**
 * Runs in the whole Chromium, rather than in the headless shell that the other tests run in: for what
 * the shell doesn't have, or draws otherwise.
 */
export const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const executablePath = process.env.ORGLENS_TEST_CHROMIUM
      if (!executablePath) throw new Error('playwright.config.ts has not said where it is.')
      await use({ ...launchOptions, executablePath })
    },
    { scope: 'worker' },
  ],
})
