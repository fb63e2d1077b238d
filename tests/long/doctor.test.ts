import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { diagnose, faultOf } from '../support/doctor'
import { newDisk } from '../support/folders'
import { createDatabase } from '../support/postgresql'
import { freePort, runProgram } from '../support/program'
import { proxies } from '../support/proxies'
import { serverForTest } from '../support/server-process'

test('a data folder that can only be read is named, also before the first start', async () => {
  const disk = newDisk('300m')
  mkdirSync(join(disk, 'pglite'))
  runProgram('mount', ['-o', 'remount,ro', disk])
  expect((await diagnose({ DATA_DIR: disk })).folder).toMatchObject(
    faultOf(`${disk} is on a file system that can only be read.`, 'DATA_DIR'),
  )
  const sealed = newDisk('300m')
  runProgram('mount', ['-o', 'remount,ro', sealed])
  expect((await diagnose({ DATA_DIR: join(sealed, 'none', 'yet') })).folder).toMatchObject(
    faultOf('can only be read'),
  )
})

test('a disk that is nearly full is named', async () => {
  const disk = newDisk('100m')
  mkdirSync(join(disk, 'pglite'))
  expect((await diagnose({ DATA_DIR: disk })).disk).toMatchObject({
    result: 'fault',
    found: '100 MB are left.',
    todo: expect.stringContaining('Make room'),
  })
})

test.each(proxies)('behind %s of deploy/ one proxy is counted', async (_name, startProxy) => {
  const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
  const at = { http: await freePort(), https: await freePort() }
  const ports = [await freePort(), await freePort(), await freePort()]
  for (const port of ports) {
    await serverForTest({ DATABASE_URL, PORT: String(port), TRUSTED_PROXIES: '0' })
  }
  await startProxy(at, ports)
  const APP_URL = `https://127.0.0.1:${at.https}`
  const untrusted = await diagnose({ APP_URL })
  expect(untrusted.appUrl?.found).toMatch(/certificate/)
  const found = await diagnose({ APP_URL, NODE_TLS_REJECT_UNAUTHORIZED: '0' })
  expect(found.appUrl?.result).toBe('ok')
  expect(found.proxies).toMatchObject({
    result: 'fault',
    todo: 'Set TRUSTED_PROXIES=1, and restart the server.',
  })
})
