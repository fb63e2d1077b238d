import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'

export type WorkerProcess = ReturnType<typeof startWorkerProcess>

/**
 * Starts a server's background work in a process of its own.
 * @param options.databaseUrl of a PostgreSQL that it shares with others.
 * @param options.ahead how far its clock is ahead, in ms.
 * @param options.hangs whether everything that it begins outside of the database never ends.
 */
export function startWorkerProcess(options: {
  databaseUrl: string
  ahead: number
  hangs: boolean
}) {
  const lines: string[] = []
  const program = join(inject('programsFolder'), 'worker-program.js')
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface(child.stdout).on('line', (line) => lines.push(line))
  const ended = once(child, 'exit')
  return {
    /** Every line that it has written so far. */
    lines,
    /** Kills it midway, like `kill -9`. */
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
