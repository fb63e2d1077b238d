import { defineConfig } from '@playwright/test'
import browser from './playwright.config'

/** The slow browser tests: part of `npm run test:long`. */
export default defineConfig({
  ...browser,
  testDir: 'tests/long/browser',
  outputDir: 'test-results/long-browser',
  workers: 1,
  timeout: 600_000,
  reporter: [['list'], ['json', { outputFile: 'test-results/long-browser.json' }]],
})
