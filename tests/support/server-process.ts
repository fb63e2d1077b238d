import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject, onTestFinished } from 'vitest'

export type ServerProcess = Awaited<ReturnType<typeof startServerProcess>>

/**
 * Starts the server as `npm start` does, without a site unless it finds one, on a port and in a process of its own.
 * @param environment its settings; nothing else of this process reaches it.
 * @param more.prepare puts files into its directory: `dist`, for example.
 * @throws Error with its output, if it ends instead of starting.
 */
export async function startServerProcess(
  environment: Record<string, string>,
  more: { prepare?: (directory: string) => void } = {},
) {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-server-'))
  more.prepare?.(directory)
  const child = spawn(process.execPath, [join(inject('programsFolder'), 'node.js')], {
    cwd: directory,
    env: { PATH: process.env.PATH, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const ended = once(child, 'exit').then(([code]) => {
    rmSync(directory, { recursive: true })
    return code as number | null
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`
      const [, address] = /(?:^|")Orglens is at ([^\s"]+)/.exec(line) ?? []
      if (address) resolve(address)
    })
    ended.then((code) => reject(new Error(`The server ended with ${code}:\n${output}`)), reject)
  })
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
    /** Resolves with its exit code when it has ended; null: by a signal. */
    ended,
    output: () => output,
  }
}

/** Starts one that is killed with the test. */
export async function serverForTest(...given: Parameters<typeof startServerProcess>) {
  const server = await startServerProcess(...given)
  onTestFinished(server.kill)
  return server
}
