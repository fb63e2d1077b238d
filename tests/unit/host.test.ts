import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startHost } from '../../server/host'
import { readServerSettings } from '../../server/settings'

test('production does not start without the site, and leaves nothing behind', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-host-'))
  const settings = {
    ...readServerSettings({ PORT: '0', DATA_DIR: join(directory, 'data') }),
    production: true,
  }
  const log = { info() {}, error() {} }
  await expect(startHost(settings, log, join(directory, 'dist'))).rejects.toThrow(
    `There is no site in ${join(directory, 'dist')}. Run "npm run build" first.`,
  )
  expect(readdirSync(directory)).toEqual([])
  rmSync(directory, { recursive: true })
})
