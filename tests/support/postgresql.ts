import { execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

/** A PostgreSQL for one test run. */
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
 * Provides a PostgreSQL: the one of `TEST_DATABASE_URL`, else one of its own from the programs that
 * are installed here, else (on Debian and its kin, as root) from those that it installs.
 * @throws Error that says what to do where none of this is possible.
 */
export async function startPostgresql(): Promise<TestPostgresql> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return shareServer(given)
  return startServer(findPrograms() ?? installPrograms())
}

/**
 * @param url what `startPostgresql` gave.
 * @returns the address of a new, empty database. It goes when the server stops.
 */
export async function createDatabase(url: string): Promise<string> {
  const address = new URL(url)
  const name = `${address.pathname.slice(1)}_${randomBytes(6).toString('hex')}`
  // Template 0 can't be changed or used by anyone: the new database is empty.
  await withClient(url, (client) => client.query(`create database ${name} template template0`))
  address.pathname = `/${name}`
  return address.href
}

/** The run's databases on a server that isn't ours share the name of the first as their prefix. */
async function shareServer(serverUrl: string): Promise<TestPostgresql> {
  const prefix = `orglens_test_${randomBytes(6).toString('hex')}`
  const address = new URL(serverUrl)
  address.pathname = `/${prefix}`
  try {
    await withClient(serverUrl, (client) => client.query(`create database ${prefix}`))
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string }
    throw new Error(
      `The tests can't use TEST_DATABASE_URL: ${message || code}. Its user must be allowed to create databases.`,
    )
  }
  return {
    url: address.href,
    stop: () =>
      withClient(serverUrl, async (client) => {
        const { rows } = await client.query<{ datname: string }>(
          'select datname from pg_database where starts_with(datname, $1)',
          [prefix],
        )
        for (const { datname } of rows) {
          await client.query(`drop database ${datname} with (force)`)
        }
      }),
  }
}

async function withClient(url: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await use(client)
  } finally {
    await client.end()
  }
}

/** @returns the directory of PostgreSQL's programs, the newest there are. */
function findPrograms(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root) : []
  const debian = versions
    .sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
    .map((version) => join(root, version, 'bin'))
  const path = (process.env.PATH ?? '').split(delimiter)
  const candidates = [...debian, outputOf('pg_config', ['--bindir']), ...path]
  return candidates.find((directory) => directory && hasPrograms(directory)) ?? null
}

function hasPrograms(directory: string): boolean {
  return ['initdb', 'postgres'].every((program) => existsSync(join(directory, program)))
}

function installPrograms(): string {
  if (process.getuid?.() !== 0 || !outputOf('apt-get', ['--version'])) {
    throw new Error(
      'The tests need PostgreSQL 15 or newer and found none. Install it (Debian, Ubuntu: "sudo apt-get install postgresql"; macOS: "brew install postgresql@15" and put its bin directory on PATH), or set TEST_DATABASE_URL to a PostgreSQL address whose user may create databases.',
    )
  }
  console.info('The tests need PostgreSQL: installing it with apt-get.')
  const options = {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  } as const
  try {
    execFileSync('apt-get', ['update'], options)
    execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'postgresql'], options)
  } catch {
    throw new Error(
      'Installing PostgreSQL with apt-get failed: see above. Install it by hand, or set TEST_DATABASE_URL to a PostgreSQL address whose user may create databases.',
    )
  }
  const programs = findPrograms()
  if (!programs)
    throw new Error('apt-get installed PostgreSQL, but its programs are not to be found.')
  return programs
}

/** @returns what a program prints, or null when it fails or there is none. */
function outputOf(program: string, parameters: string[]): string | null {
  try {
    return execFileSync(program, parameters, { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}

async function startServer(programs: string): Promise<TestPostgresql> {
  const directory = mkdtempSync(join(tmpdir(), 'orglens-postgresql-'))
  const identity = unprivilegedIdentity()
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(directory, 'password')
  writeFileSync(passwordFile, password)
  for (const path of [directory, passwordFile]) {
    if (identity.uid !== undefined) chownSync(path, identity.uid, identity.gid ?? identity.uid)
  }
  try {
    const data = join(directory, 'data')
    execFileSync(
      join(programs, 'initdb'),
      [
        ...['--pgdata', data, '--username', 'orglens', '--pwfile', passwordFile],
        ...['--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
      ],
      { ...identity, cwd: directory, stdio: 'pipe' },
    )
    return await runServer(programs, directory, data, password, identity)
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
}

async function runServer(
  programs: string,
  directory: string,
  data: string,
  password: string,
  identity: Identity,
): Promise<TestPostgresql> {
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    // Nobody needs the data after a crash.
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
  ]
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...identity, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let output = ''
  server.stderr.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const ended = once(server, 'exit')
  const guard = guardServer(server.pid, directory, identity)
  const url = `postgresql://orglens:${password}@127.0.0.1:${port}/postgres`
  const deadline = Date.now() + startTimeoutMilliseconds
  while (!(await answers(url))) {
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
      guard.kill('SIGKILL')
      server.kill('SIGKILL')
      throw new Error(`PostgreSQL did not start:\n${output}`)
    }
    await sleep(50)
  }
  return {
    url,
    stop: async () => {
      guard.kill('SIGKILL')
      // A fast shutdown: it waits for no client.
      server.kill('SIGINT')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Stops the server and removes its directory when this process ends in whatever way without having
 * done so: then the guard's input ends. It has a process group of its own, which Ctrl C spares.
 */
function guardServer(processId: number | undefined, directory: string, identity: Identity) {
  const script =
    'cat > /dev/null; kill -INT "$1"; for i in 1 2 3 4 5 6 7 8 9; do kill -0 "$1" || break; sleep 0.2; done; rm -rf "$2"'
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(processId), directory], {
    ...identity,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return guard
}

async function answers(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query('select 1'))
    return true
  } catch {
    return false
  }
}

function unprivilegedIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  for (const user of ['postgres', 'nobody']) {
    const uid = outputOf('id', ['-u', user])
    const gid = outputOf('id', ['-g', user])
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL refuses to be run by root, and there is no user "postgres" or "nobody".',
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
