import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('the long browser tests pass on the build of `npm test -- build` (tests/long/browser)', async () => {
  const cli = 'node_modules/@playwright/test/cli.js'
  const parameters = [cli, 'test', '--config=playwright.long.config.ts']
  const child = spawn(process.execPath, parameters, { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([0, null])
})
