import { defineConfig } from '@playwright/test'
import browser from './playwright.config'
import type { HostOptions } from './tests/e2e/support/fixtures'

const { projects = [], ...shared } = browser

/** The slow browser tests, on both hosts: part of `npm run test:long`. */
export default defineConfig<HostOptions>({
  ...shared,
  testDir: 'tests/long/browser',
  outputDir: 'test-results/long-browser',
  workers: 1,
  reporter: [['list'], ['json', { outputFile: 'test-results/long-browser.json' }]],
  projects: projects.filter(({ name }) => name !== 'demo'),
})
