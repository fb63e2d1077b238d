import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diagnose, faultOf } from '../support/doctor'
import { newDisk } from '../support/folders'
import { runProgram } from '../support/program'

test('a data folder that can only be read, also before the first start, and a disk that is nearly full are named', async () => {
  const small = newDisk('100m')
  mkdirSync(join(small, 'pglite'))
  runProgram('mount', ['-o', 'remount,ro', small])
  const { folder, disk } = await diagnose({ DATA_DIR: small })
  expect(folder).toMatchObject(
    faultOf(`${small} is on a file system that can only be read.`, 'DATA_DIR'),
  )
  expect(disk).toMatchObject(faultOf('100 MB are left.', 'Make room'))
  const sealed = newDisk('300m')
  runProgram('mount', ['-o', 'remount,ro', sealed])
  expect((await diagnose({ DATA_DIR: join(sealed, 'none', 'yet') })).folder).toMatchObject(
    faultOf('can only be read'),
  )
})
