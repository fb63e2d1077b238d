import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort, type RunningCommand, runCommand } from '../e2e/support/command'
import { walkThrough } from '../e2e/support/walk'

let data = ''
let running: RunningCommand | undefined

// Hooks for all of the file would divide its tests beforehand: the slow ones one after another.
test.beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'orglens-commands-'))
})
test.afterEach(async () => {
  await running?.stop()
  running = undefined
  rmSync(data, { recursive: true })
})

/** Starts a command on ports and data of its own. @returns the address that it says it is at. */
async function start(commandLine: string, says: RegExp): Promise<string> {
  running = runCommand(commandLine, { PORT: await freePort(), DATA_DIR: join(data, 'database') })
  return (await running.untilItSays(says)).replace(/\/$/, '')
}

const viteSays = /Local:\s+(\S+)/
const complainsOfItself = /\berror\b|reloading/i

test('`npm start` builds, says what to read, and serves all pages', async ({ browser }) => {
  const address = await start('npm start', /Orglens is at (\S+)/)
  await running?.untilItSays(/read them at (\S+)/)
  expect(running?.said()).toContain('Sign in as admin@acme.test')
  // Nor a list of the files that it has built.
  expect(running?.said()).not.toMatch(/assets\/|gzip|built in/)
  expect(await walkThrough(browser, { address, everyPage: true })).toEqual([])
})

// With `--force` as the first time, when nothing is prepared.
test('`npm run dev` has the whole product without a server', async ({ browser }) => {
  const port = await freePort()
  const address = await start(`npm run dev -- --port ${port} --strictPort --force`, viteSays)
  expect(await walkThrough(browser, { address })).toEqual([])
  expect(running?.said()).not.toMatch(complainsOfItself)
})

test('`npm run dev:full` has the app, and calls while its server starts', async ({ browser }) => {
  const address = await start(`npm run dev:full -- --port ${await freePort()} --force`, viteSays)
  expect((await fetch(`${address}/api/pricing/`)).status).toBe(200)
  expect(await walkThrough(browser, { address })).toEqual([])
  expect(await running?.untilItSays(/Mails are not sent: read them at (\S+)/)).toBe(
    `${address}/dev/mailbox/`,
  )
  expect(running?.said()).not.toMatch(complainsOfItself)
})

test('`npm run dev:full` says that its port is taken, and how to take another', async () => {
  const other = createServer().listen(0, 'localhost')
  const taken = await new Promise((resolve) => {
    other.once('listening', () => {
      const address = other.address()
      resolve(typeof address === 'object' && address?.port)
    })
  })
  running = runCommand(`npm run dev:full -- --port ${taken}`, { PORT: await freePort() })
  expect(await running.ended).toBe(1)
  expect(running.said()).toContain(
    `Port ${taken} is taken by another program. Take another one: npm run dev:full -- --port 5174`,
  )
  other.close()
})
