import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [program, clock] = ['build/server/node.js', 'tests/support/shifted-clock.mjs'].map((path) =>
  fileURLToPath(new URL(`../../../${path}`, import.meta.url)),
) as [string, string]

/** Starts the built server with the demo data, in a process whose clock the test puts ahead. */
export async function startShiftedServer() {
  const folder = mkdtempSync(join(tmpdir(), 'orglens-shifted-'))
  const child = fork(program, {
    execArgv: ['--import', clock],
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      DEMO_DATA: 'on',
      RATE_LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      output += text
      const [, address] = /Orglens is at (http[^\s"]+)/.exec(output) ?? []
      if (address) resolve(address)
    })
    child.once('exit', () => reject(new Error(`The server did not start:\n${output}`)))
  })
  return {
    url,
    /** @param ahead of the real time, in ms. */
    async putAhead(ahead: number) {
      child.send({ ahead })
      await once(child, 'message')
    },
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
