import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium'
import { freePort } from './tests/support/program'

/** Found once, then passed on: each worker process reads this file again. */
async function once(name: string, find: () => string | number | Promise<number>): Promise<string> {
  const value = process.env[name] ?? String(await find())
  process.env[name] = value
  return value
}

const isFirst = process.env.ORGLENS_TEST_CHROMIUM === undefined
const browser = await once('ORGLENS_TEST_CHROMIUM', findChromium)
// Not to standard output, which may be a report that a program reads.
if (isFirst) process.stderr.write(`Browser tests run in ${browser}.\n`)
const nodePort = await once('ORGLENS_TEST_NODE_PORT', freePort)
const mockPort = await once('ORGLENS_TEST_MOCK_PORT', freePort)
const dataFolder = await once('ORGLENS_TEST_DATA', () => {
  const folder = mkdtempSync(join(tmpdir(), 'orglens-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
})

const address = (port: string) => `http://127.0.0.1:${port}`

/** The path that the step `build` makes the demo for. */
const demoPath = '/orglens/'

/** Features that Playwright disables: this list replaces its own. */
const ofPlaywright = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'MediaRouter', 'PaintHolding'],
  ...['ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints'],
  ...['NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]
/** Pages of the address bar, and a renderer in reserve. Each new context loaded them: a quarter of a test's time. */
const unused = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'],
  ...['PreloadTopChromeWebUI', 'InitialWebUI', 'SpareRendererForSitePerProcess'],
]

function webServer(
  name: string,
  port: string,
  commandLine: string,
  env: Record<string, string> = {},
) {
  return {
    name,
    command: `"${process.execPath}" ${commandLine}`,
    url: address(port),
    env,
    timeout: 120_000,
    reuseExistingServer: false,
    // Time for the embedded database to close.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  } satisfies PlaywrightTestConfig['webServer']
}

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  // A busy machine may be too slow once; a test that passes only on retry is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  // For all tests: a busy machine is slow, not wrong.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  // A missing reference picture is a failure:
  // `npx playwright test screenshots --update-snapshots` creates it.
  updateSnapshots: 'none',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    headless: true,
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Recording passing tests would cost a fifth of the time. `--trace on` says more about a failing one.
    trace: { mode: 'on-first-retry', screenshots: false },
    video: 'off',
    launchOptions: {
      executablePath: browser,
      args: [
        '--no-sandbox', // root, as in containers, has no sandbox
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Renders text alike on every machine, for comparing pictures.
        '--font-render-hinting=none',
        '--disable-font-subpixel-positioning',
        '--disable-lcd-text',
        `--disable-features=${[...ofPlaywright, ...unused].join()}`,
        // No test may depend on the machine's network.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
  projects: [
    // First, because its longest test would be the last one, on one core.
    {
      name: 'mock-host',
      testIgnore: '*.node.spec.ts',
      use: { baseURL: address(mockPort) + demoPath },
    },
    {
      name: 'node-host',
      testIgnore: '*.mock.spec.ts',
      use: { baseURL: address(nodePort) },
    },
  ],
  webServer: [
    webServer('node host', nodePort, 'build/server/node.js', {
      HOST: '127.0.0.1',
      PORT: nodePort,
      DATA_DIR: dataFolder,
      // Overrides the developer's environment and .env: empty counts as not set.
      NODE_ENV: '',
      DATABASE_URL: '',
      DASHBOARDS: '',
      DEMO_DATA: 'on',
      // Links in mails lead here. Browsers have passkeys at a name alone, not at an IP address.
      APP_URL: `http://localhost:${nodePort}`,
      // All tests come from one address, and most sign in as the same demo user.
      RATE_LIMITS: 'off',
    }),
    webServer(
      'mock host',
      mockPort,
      `node_modules/vite/bin/vite.js preview --outDir build/demo --base ${demoPath} --host 127.0.0.1 --strictPort --port ${mockPort}`,
    ),
  ],
})
