import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** @returns whether a program of the system is installed. */
export function hasProgram(name: string): boolean {
  return !spawnSync(name, ['--help']).error
}

/** Starts a program of the system, and waits until an address answers. @throws Error with its output, or if it is missing. */
export async function startProgram(name: string, parameters: readonly string[], address: string) {
  if (!hasProgram(name)) throw new Error(`${name} is missing. Install it: apt-get install ${name}`)
  const child = spawn(name, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const ended = once(child, 'exit')
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${name} has ended:\n${output}`)
    const answers = await fetch(address, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
    if (answers) break
    await sleep(50)
  }
  return {
    process: child,
    said: () => output,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** @returns the output of a program that ends by itself. @throws Error with it where it fails. */
export function runProgram(name: string, parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(name, parameters, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} ${parameters.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout + stderr
}

/** @returns the port of this machine that a server listens at from here on. */
export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listenOnLoopback(server)
  server.close()
  await once(server, 'close')
  return port
}
