import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'

/** A port that nobody has. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(typeof address === 'object' && address?.port)
}

/** A command that runs until it is stopped. */
export interface RunningCommand {
  /** Everything it has said so far, without colours. */
  said: () => string
  /** Waits for output that matches. @returns the pattern's group. @throws Error when it ends. */
  untilItSays: (pattern: RegExp) => Promise<string>
  /** @returns its exit code, once it has ended by itself. */
  ended: Promise<number | null>
  stop: () => Promise<void>
}

/**
 * Runs a line of the README, as a shell does.
 * @param commandLine words with single spaces. @param environment further variables.
 */
export function runCommand(
  commandLine: string,
  environment: Readonly<Record<string, string>> = {},
): RunningCommand {
  const [program = '', ...parameters] = commandLine.split(' ')
  const child = spawn(program, parameters, {
    // A process group, so that all its children end with it.
    detached: true,
    // Overrides the developer's environment and .env: empty counts as not set.
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', APP_URL: '', CI: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += stripVTControlCharacters(String(text))
    })
  }
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return {
    said: () => output,
    async untilItSays(pattern) {
      for (;;) {
        const found = pattern.exec(output)
        if (found) return found[1] ?? ''
        if (child.exitCode !== null) throw new Error(`${commandLine} has ended:\n${output}`)
        await sleep(50)
      }
    },
    ended,
    async stop() {
      if (child.exitCode === null) process.kill(-(child.pid ?? 0), 'SIGTERM')
      await ended
    },
  }
}
