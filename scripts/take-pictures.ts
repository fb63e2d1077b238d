/**
 * `npm run generate:pictures`: takes the README's pictures of the built product, with the demo organisation on a
 * server and database of its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { findChromium } from './find-chromium'

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'docs/pictures')
const directory = mkdtempSync(join(tmpdir(), 'orglens-pictures-'))

const server = start(['build/server/node.js'], {
  PORT: '0',
  DATA_DIR: directory,
  // Overrides the developer's .env: empty counts as unset.
  ...{ NODE_ENV: '', DATABASE_URL: '', DASHBOARDS: '', DEMO_DATA: 'on', PRODUCT_NAME: '' },
})
const mockMode = start([
  'node_modules/vite/bin/vite.js',
  'preview',
  '--outDir',
  'build/demo',
  '--port',
  '0',
])
const ended = Promise.all([once(server, 'exit'), once(mockMode, 'exit')])
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})

try {
  mkdirSync(folder, { recursive: true })
  const address = await addressOf(server, /^Orglens is at (\S+)/)
  for (const theme of ['light', 'dark'] as const) {
    const page = await newPage(980)
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
    await signIn(page, address)
    await page.goto(`${address}/dashboard/main`)
    const charts = page.frameLocator('main iframe').locator('canvas')
    await charts.last().waitFor()
    await take(page, `dashboard-${theme}`)
  }
  const mockAddress = await addressOf(mockMode, /Local:\s+(\S+)\//)
  const page = await newPage(980)
  const state = 'mock-scenario=admin,subscribed&mock-fail=cancelSubscription:503&mock-latency=400'
  await page.goto(`${mockAddress}/dashboard/pricing?${state}`)
  await page.getByRole('heading', { name: 'Growth' }).waitFor()
  await page.locator('summary', { hasText: 'Mock mode' }).click()
  await take(page, 'mock-mode')
} finally {
  await browser.close()
  server.kill('SIGTERM')
  mockMode.kill('SIGTERM')
  await ended
  rmSync(directory, { recursive: true })
}

function start(commandLine: string[], env: Record<string, string> = {}) {
  return spawn(process.execPath, commandLine, {
    cwd: root,
    env: { PATH: process.env.PATH, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** @param height of the picture, in CSS pixels. */
function newPage(height: number): Promise<Page> {
  const viewport = { width: 1440, height }
  return browser.newPage({ viewport, deviceScaleFactor: 2, locale: 'en-US' })
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  // Waits until the frame covers its placeholder.
  await page.waitForTimeout(1_500)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 })
  const picture = Buffer.from(data, 'base64')
  writeFileSync(join(folder, `${name}.webp`), picture)
  console.log(`docs/pictures/${name}.webp: ${Math.round(picture.length / 1000)} kB`)
  await page.close()
}

/** @returns the address that a program prints: the group of `pattern`. */
async function addressOf({ stdout }: ReturnType<typeof start>, pattern: RegExp): Promise<string> {
  for await (const line of createInterface(stdout)) {
    const [, address] = pattern.exec(line) ?? []
    if (address) return address
  }
  throw new Error('It did not start: is the server built?')
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/signin`)
  await page.getByLabel('Email').fill('admin@acme.test')
  await page.getByLabel('Password', { exact: true }).fill('orglens-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/dashboard/**')
}
