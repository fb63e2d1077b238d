import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startServerProcess } from '../support/server-process'

/** Process numbers of its own, as a container has; this takes root. */
const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']

test('a second container on one data directory is refused until the first has been dead for 30 s', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-containers-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const settings = { DATA_DIR: join(directory, 'data'), RATE_LIMITS: 'off' }
  const start = () => startServerProcess(settings, { launcher: container })
  const post = (url: string, path: string, body: object) =>
    fetch(`${url}/api/${path}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  const first = await start()
  onTestFinished(first.kill)
  await expect(start()).rejects.toThrow('in use by the process 1 of another container or machine')
  const credentials = { email: 'owner@kept.test', password: 'kept over the years' }
  const details = { ...credentials, fullname: 'Olive Owner', organization: 'Kept' }
  expect((await post(first.url, 'signup', details)).status).toBe(200)

  await first.kill()
  const patience = { interval: 1_000, timeout: 120_000 }
  const second = await vi.waitFor(start, patience)
  onTestFinished(second.kill)
  expect((await post(second.url, 'login', credentials)).status).toBe(200)
})
