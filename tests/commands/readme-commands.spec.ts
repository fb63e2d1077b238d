import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { type Browser, expect, test } from '@playwright/test'
import { openCheckout } from '../e2e/support/billing'
import { dashboardFrame } from '../e2e/support/dashboard'
import { isTakenOver } from '../e2e/support/scripts'
import { submitSignIn } from '../e2e/support/session'
import { signedInPages, signedOutPages } from '../support/pages'
import { freePort } from '../support/program'

let data = ''
let running: ChildProcess
let output = ''

// Hooks for all of the file would divide its tests beforehand: the slow ones one after another.
test.beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'orglens-commands-'))
})
test.afterEach(async () => {
  if (running.exitCode === null) {
    const ended = once(running, 'exit')
    process.kill(-(running.pid ?? 0), 'SIGTERM')
    await ended
  }
  rmSync(data, { recursive: true })
})

/** Runs a line of the README, as a shell does, on ports and data of its own. @param commandLine words with single spaces. */
async function run(commandLine: string): Promise<void> {
  const [program = '', ...parameters] = commandLine.split(' ')
  running = spawn(program, parameters, {
    // A process group, so that all its children end with it.
    detached: true,
    env: {
      ...process.env,
      // Overrides the developer's environment and .env: empty counts as not set.
      ...{ NODE_ENV: '', DATABASE_URL: '', APP_URL: '', CI: '' },
      PORT: String(await freePort()),
      DATA_DIR: join(data, 'database'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  output = ''
  for (const stream of [running.stdout, running.stderr]) {
    stream?.on('data', (text) => {
      output += stripVTControlCharacters(String(text))
    })
  }
}

/** Waits for output that matches. @returns the pattern's group. @throws Error when the command ends. */
async function untilItSays(pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(output)
    if (found) return found[1]?.replace(/\/$/, '') ?? ''
    if (running.exitCode !== null) throw new Error(`It has ended:\n${output}`)
    await sleep(50)
  }
}

/** A page that fails the test for each of the browser's errors and warnings, and for each answer that is an error. */
async function openStrictPage(browser: Browser) {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC' })
  context.on('console', (message) => {
    // A mail's frame runs no scripts, those of the test driver included.
    const isExpected = message.text().includes("Blocked script execution in 'about:")
    if (!['error', 'warning'].includes(message.type()) || isExpected) return
    expect.soft(message.text(), `${message.type()} at ${message.location().url}`).toBe('')
  })
  context.on('weberror', (failure) => expect.soft(failure.error().message, 'exception').toBe(''))
  context.on('response', (response) =>
    expect.soft(response.status(), response.url()).toBeLessThan(400),
  )
  return await context.newPage()
}

/** Signs an admin without a plan in by the form, and opens the dashboard, the checkout and the mailbox. */
async function useApp(browser: Browser, address: string): Promise<void> {
  const page = await openStrictPage(browser)
  await page.goto(`${address}/`)
  await expect(page).toHaveURL(`${address}/signin`)
  await submitSignIn(page, 'admin@globex.test')
  await expect(page).toHaveURL(`${address}/dashboard/default`)
  await page.locator('a[href$="/dashboard/main"]').first().click()
  await dashboardFrame(page)
  await page.locator('a[href$="/dashboard/pricing"]').first().click()
  const dialog = await openCheckout(page, 'Growth')
  await dialog.getByRole('button', { name: 'Close checkout' }).click()
  await expect(page.getByText('We know of no payment so far.')).toBeVisible()
  await page.goto(`${address}/dev/mailbox`)
  await page.getByRole('main').getByRole('button').first().click()
  await page.getByRole('radio', { name: 'Text' }).check()
  await expect(page.getByRole('region', { name: "The mail's text" })).toBeVisible()
  await page.context().close()
}

const viteSays = /Local:\s+(\S+)/
const complaint = /\berror\b|reloading/i

test('`npm start` builds, says what to read, and serves all pages', async ({ browser }) => {
  await run('npm start')
  const address = await untilItSays(/Orglens is at (\S+)/)
  await untilItSays(/read them at (\S+)/)
  expect(output).toContain('Sign in as admin@acme.test')
  // Nor a list of the files that it has built.
  expect(output).not.toMatch(/assets\/|gzip|built in/)

  const page = await openStrictPage(browser)
  const expectHeading = (name: string) =>
    expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  for (const { path, shows } of signedOutPages) {
    await page.goto(address + path)
    await expectHeading(shows)
    await expect.poll(() => isTakenOver(page)).toBe(true)
  }
  await page.goto(`${address}/signin`)
  await submitSignIn(page, 'admin@acme.test')
  await expect(page).toHaveURL(`${address}/dashboard/default`)
  for (const { path, shows } of signedInPages) {
    const isReceipt = path.startsWith('/dashboard/receipt/')
    // Each has an id of its own, and its link in a table.
    if (isReceipt) await page.locator('a[href$="/dashboard/subscription"]').first().click()
    const link = isReceipt ? 'a[href*="/dashboard/receipt/"]' : `a[href$="${path}"]`
    await page.locator(link).first().click()
    await expectHeading(shows)
  }
  await page.context().close()
})

// With `--force` as the first time, when nothing is prepared.
test('`npm run dev` has the whole product without a server', async ({ browser }) => {
  await run(`npm run dev -- --port ${await freePort()} --strictPort --force`)
  await useApp(browser, await untilItSays(viteSays))
  expect(output).not.toMatch(complaint)
})

test('`npm run dev:full` has the app, and calls while its server starts', async ({ browser }) => {
  await run(`npm run dev:full -- --port ${await freePort()} --force`)
  const address = await untilItSays(viteSays)
  expect((await fetch(`${address}/api/pricing/`)).status).toBe(200)
  await useApp(browser, address)
  expect(await untilItSays(/Mails are not sent: read them at (\S+)/)).toBe(`${address}/dev/mailbox`)
  expect(output).not.toMatch(complaint)
})
