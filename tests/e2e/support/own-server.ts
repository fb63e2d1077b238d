import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../support/program'

/**
 * The built server, for one test alone: it can be stopped for a command, and keeps its data.
 * @param host of its address.
 */
export async function startOwnServer(host = '127.0.0.1') {
  const folder = mkdtempSync(join(tmpdir(), 'orglens-own-'))
  const port = await freePort()
  const url = `http://${host}:${port}`
  const data = { PATH: process.env.PATH, DATA_DIR: folder }
  const environment = { HOST: '127.0.0.1', PORT: String(port), APP_URL: url, RATE_LIMITS: 'off' }
  let log = ''

  async function run() {
    const child = spawn(process.execPath, ['build/server/node.js'], {
      env: { ...data, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const isUp = new Promise<void>((resolve, reject) => {
      const listen = (text: string) => {
        log += text
        if (text.includes('Orglens is at')) resolve()
      }
      child.stdout.setEncoding('utf8').on('data', listen)
      child.stderr.setEncoding('utf8').on('data', listen)
      child.once('exit', () => reject(new Error(`The server did not start:\n${log}`)))
    })
    await isUp
    return child
  }

  let child = await run()
  const end = async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return {
    url,
    /** @returns everything it has written. */
    log: () => log,
    /** Stops it, runs `npm run admin` with these arguments, and restarts it. @returns the command's output. */
    async admin(...words: readonly string[]): Promise<string> {
      await end()
      const command = ['build/server/admin.js', ...words]
      const { status, stdout, stderr } = spawnSync(process.execPath, command, {
        env: data,
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`npm run admin failed:\n${stderr}`)
      child = await run()
      return stdout
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
