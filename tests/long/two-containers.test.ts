import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newFolder } from '../support/folders'
import { postTo } from '../support/post-to'
import { startServerProcess } from '../support/server-process'

/** Process numbers of its own, as a container has; this takes root. */
const container = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child']

test('a second container on one data directory is refused until the first has been dead for 30 s', async () => {
  const settings = { DATA_DIR: join(newFolder(), 'data'), RATE_LIMITS: 'off' }
  const start = () => startServerProcess(settings, { launcher: container })

  const first = await start()
  onTestFinished(first.kill)
  await expect(start()).rejects.toThrow('in use by the process 1 of another container or machine')
  const credentials = { email: 'owner@kept.test', password: 'kept over the years' }
  const details = { ...credentials, fullname: 'Olive Owner', organization: 'Kept' }
  expect((await postTo(first.url, 'signup', details)).status).toBe(200)

  await first.kill()
  const patience = { interval: 1_000, timeout: 120_000 }
  const second = await vi.waitFor(start, patience)
  onTestFinished(second.kill)
  expect((await postTo(second.url, 'login', credentials)).status).toBe(200)
})
