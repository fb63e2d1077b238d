import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDisk } from '../support/folders'
import { demoLogin, postTo, signedInAt } from '../support/post-to'
import { serverForTest } from '../support/server-process'

test('the embedded database on a full disk refuses writes, answers reads, and resumes when there is space', async () => {
  const disk = newDisk('160m')
  const server = await serverForTest({ DATA_DIR: join(disk, 'data'), RATE_LIMITS: 'off' })
  const headers = await signedInAt(server.url)
  /** Has a link and its mail written. */
  const write = () => postTo(server.url, 'forgot-password', { email: demoLogin.email })
  expect((await write()).status).toBe(200)

  const { bavail, bsize } = statfsSync(disk)
  const filler = join(disk, 'filler')
  writeFileSync(filler, Buffer.alloc(bavail * bsize - 1024 * 1024))
  let refused: Response | undefined
  for (let turn = 1; turn < 500 && !refused; turn++) {
    const answers = await Promise.all(Array.from({ length: 20 }, write))
    refused = answers.find(({ status }) => status !== 200)
  }
  expect(refused?.status).toBe(503)
  expect(refused?.headers.has('retry-after')).toBe(true)
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { disk: 'full' }])
  expect((await fetch(`${server.url}/api/profile/`, { headers })).status).toBe(200)

  rmSync(filler)
  expect((await write()).status).toBe(200)
})
