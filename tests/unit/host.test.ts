import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startHost } from '../../server/node/host'
import { readServerSettings } from '../../server/node/settings/settings'
import { newFolder } from '../support/folders'
import { listenOnLoopback } from '../support/program'

test('production does not start without the site, and leaves nothing behind', async () => {
  const directory = newFolder()
  const settings = {
    ...readServerSettings({ PORT: '0', DATA_DIR: join(directory, 'data') }),
    production: true,
  }
  const log = { info() {}, error() {} }
  await expect(startHost(settings, log, join(directory, 'dist'))).rejects.toThrow(
    `There is no site in ${join(directory, 'dist')}. Run "npm run build" first.`,
  )
  expect(readdirSync(directory)).toEqual([])
})

test.each(['PORT', 'METRICS_PORT'])(
  'a taken port is refused with its setting, %s',
  async (name) => {
    const other = createServer()
    onTestFinished(() => void other.close())
    const taken = String(await listenOnLoopback(other))
    // Nobody listens there: a start needs no database.
    const DATABASE_URL = 'postgresql://orglens@127.0.0.1:1/orglens'
    const settings = readServerSettings({ PORT: '0', DATABASE_URL, [name]: taken })
    await expect(startHost(settings, { info() {}, error() {} }, 'no-site-here')).rejects.toThrow(
      `Port ${taken} is taken. Set ${name} to another one.`,
    )
  },
)

test.each(['HOST', 'METRICS_HOST'])(
  'an address that isn’t this machine’s is refused with its setting, %s',
  async (name) => {
    const DATABASE_URL = 'postgresql://orglens@127.0.0.1:1/orglens'
    const ports = { PORT: '0', METRICS_PORT: '0', EXPOSE_DEVELOPMENT: 'on' }
    // Source of the address: RFC 5737.
    const settings = readServerSettings({ ...ports, DATABASE_URL, [name]: '192.0.2.1' })
    await expect(startHost(settings, { info() {}, error() {} }, 'no-site-here')).rejects.toThrow(
      `address not available 192.0.2.1. Check ${name} and ${name.replace('HOST', 'PORT')}.`,
    )
  },
)
