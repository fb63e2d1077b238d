import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startHost } from '../../server/node/host'
import { readServerSettings } from '../../server/node/settings/settings'

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

test.each(['PORT', 'METRICS_PORT'])(
  'a taken port is refused with its setting, %s',
  async (name) => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const address = other.address()
    const taken = typeof address === 'object' && address ? String(address.port) : ''
    // Nobody listens there: a start needs no database.
    const DATABASE_URL = 'postgresql://orglens@127.0.0.1:1/orglens'
    const settings = readServerSettings({ PORT: '0', DATABASE_URL, [name]: taken })
    await expect(startHost(settings, { info() {}, error() {} }, 'no-site-here')).rejects.toThrow(
      `Port ${taken} is taken. Set ${name} to another one.`,
    )
  },
)
