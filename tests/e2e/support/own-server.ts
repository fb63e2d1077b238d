import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/program'

/**
 * Starts the built server, for one test alone.
 * @param host of its address.
 */
export async function startOwnServer(host: string) {
  const folder = mkdtempSync(join(tmpdir(), 'orglens-own-'))
  const port = await freePort()
  const url = `http://${host}:${port}`
  const child = spawn(process.execPath, ['build/server/node.js'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(port),
      APP_URL: url,
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (text: string) => {
      log += text
      if (text.includes('Orglens is at')) resolve()
    }
    child.stdout.setEncoding('utf8').on('data', listen)
    child.stderr.setEncoding('utf8').on('data', listen)
    child.once('exit', () => reject(new Error(`The server did not start:\n${log}`)))
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
