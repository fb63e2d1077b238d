import { defineConfig } from '@playwright/test'
import browser from './playwright.config'
import type { HostOptions } from './tests/e2e/support/fixtures'

/** The slow browser tests, on both hosts: part of `npm run test:long`. */
export default defineConfig<HostOptions>({
  ...browser,
  testDir: 'tests/long/browser',
  outputDir: 'test-results/long-browser',
  workers: 1,
  timeout: 600_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/long-browser.json' }]],
})
