import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newDisk } from '../support/folders'
import { serverForTest } from '../support/server-process'

test('the embedded database on a full disk refuses writes, answers reads, and resumes when there is space', async () => {
  const disk = newDisk('160m')
  const server = await serverForTest({ DATA_DIR: join(disk, 'data'), RATE_LIMITS: 'off' })
  const call = (path: string, body?: object, token = '') =>
    fetch(`${server.url}/api/${path}/`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const credentials = { email: 'admin@acme.test', password: 'orglens-demo' }
  const { access } = await (await call('login', credentials)).json()
  /** Has a link and its mail written. */
  const write = () => call('forgot-password', { email: credentials.email })
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
  expect((await call('profile', undefined, access)).status).toBe(200)

  rmSync(filler)
  expect((await write()).status).toBe(200)
})
