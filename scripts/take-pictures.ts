/**
 * `npm run generate:pictures`: the pictures of the README, of the product as it was built, with the
 * demo organisation on a server and a database of their own.
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

const server = spawn(process.execPath, ['build/server/node.js'], {
  cwd: root,
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: directory,
    // Whatever the developer's own .env says: empty counts as not set.
    ...{ NODE_ENV: '', DATABASE_URL: '', DASHBOARDS: '', DEMO_DATA: 'on', PRODUCT_NAME: '' },
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(server, 'exit')
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})

try {
  const address = await addressOf(createInterface(server.stdout))
  mkdirSync(folder, { recursive: true })
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 980 },
      deviceScaleFactor: 2,
      locale: 'en-US',
    })
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
    await signIn(page, address)
    await page.goto(`${address}/dashboard/main`)
    const charts = page.frameLocator('main iframe').locator('canvas')
    await charts.last().waitFor()
    await page.evaluate(() => document.fonts.ready)
    // Until the frame has drawn itself over its placeholder.
    await page.waitForTimeout(1_500)
    const session = await page.context().newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 })
    const picture = Buffer.from(data, 'base64')
    writeFileSync(join(folder, `dashboard-${theme}.webp`), picture)
    console.log(`docs/pictures/dashboard-${theme}.webp: ${Math.round(picture.length / 1000)} kB`)
    await page.close()
  }
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await ended
  rmSync(directory, { recursive: true })
}

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /^Orglens is at (\S+)/.exec(line) ?? []
    if (address) return address
  }
  throw new Error('The server did not start: is it built?')
}

async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/signin`)
  await page.getByLabel('Email').fill('admin@acme.test')
  await page.getByLabel('Password', { exact: true }).fill('orglens-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL('**/dashboard/**')
}
