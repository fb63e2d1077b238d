import { defineConfig } from '@playwright/test'
import browser from './playwright.config'

const { webServer: _hosts, projects: _projects, ...shared } = browser

/** The step `commands`: its tests start the commands themselves, from the sources. */
export default defineConfig({
  ...shared,
  testDir: 'tests/commands',
  outputDir: 'test-results/commands',
  reporter: [['list'], ['json', { outputFile: 'test-results/commands.json' }]],
  // Some build first, and a busy machine is slow, not wrong.
  timeout: 600_000,
})
