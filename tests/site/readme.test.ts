import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, test } from 'vitest'
import { readServerSettings } from '../../server/settings'

const readme = readFileSync('README.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}
const pages = ['README.md', 'docs/contributing.md', 'docs/mock-mode.md', 'docs/operating.md']

test.each(pages)('every command of npm that %s shows exists', (page) => {
  const shown = readFileSync(page, 'utf8').matchAll(/npm (?:run ([\w:-]+)|(start|test))/g)
  const names = [...shown].map(([, run, short]) => run ?? short ?? '')
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !(name in scripts))).toEqual([])
})

test('`npm start` builds, and then runs what `npm run serve` runs', () => {
  expect(scripts.start).toBe('npm run build && npm run serve')
})

test('production starts with the settings that the README shows, and with none less', () => {
  const [, block = ''] = /(NODE_ENV=production[^`]+)npm run serve/.exec(readme) ?? []
  const shown = [...block.matchAll(/([A-Z_]+)=(\S+)/g)]
  const examples: Record<string, string> = {
    APP_URL: 'https://app.example.test',
    ACCESS_TOKEN_SECRET: 'a secret of the deployment, not of ours',
    DATABASE_URL: 'postgresql://user:word@database.example.test/orglens',
    SMTP_URL: 'smtps://user:word@mail.example.test',
    MAIL_FROM: 'mail@example.test',
    RAZORPAY_WEBHOOK_SECRET: 'a secret of the webhook',
  }
  const environment = Object.fromEntries(
    shown.map(([, name = '', value = '']) => [
      name,
      value.includes('…') ? (examples[name] ?? 'given') : value,
    ]),
  )
  expect(readServerSettings(environment)).toMatchObject({ production: true })
  for (const [, name = ''] of shown) {
    if (name === 'NODE_ENV') continue
    expect(() => readServerSettings({ ...environment, [name]: undefined }), name).toThrow()
  }
})

const directory = mkdtempSync(join(tmpdir(), 'orglens-readme-'))
afterAll(() => rmSync(directory, { recursive: true }))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** @returns the addresses that a command says it answers at, once there are as many as wanted. */
async function addressesOf(child: ChildProcess, wanted: number): Promise<string[]> {
  const addresses: string[] = []
  let output = ''
  if (!child.stdout) throw new Error('There is nothing to read.')
  for await (const line of createInterface(child.stdout)) {
    output += `${line}\n`
    const plain = line.replace(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, 'g'), '')
    const [, address] = /^(?:Orglens is at|\s+➜\s+Local:)\s+(\S+)/.exec(plain) ?? []
    if (address) addresses.push(address)
    if (addresses.length === wanted) return addresses
  }
  throw new Error(`It ended:\n${output}`)
}

describe('each command of the README that starts something', () => {
  test.each([
    ['npm run dev', 1],
    ['npm run dev:full', 2],
    ['npm run serve', 1],
  ])('%s answers with the app', { timeout: 60_000 }, async (command, wanted) => {
    expect(readme).toContain(`\`${command}\``)
    const [program = '', ...parameters] = command.split(' ')
    const child = spawn(program, parameters, {
      // A group of its own, so that whatever it starts ends with it.
      detached: true,
      env: {
        ...process.env,
        ...{ NODE_ENV: '', DATABASE_URL: '', VITEST: '' },
        PORT: String(await freePort()),
        DATA_DIR: join(directory, command.replaceAll(/\W/g, '-')),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    try {
      for (const address of await addressesOf(child, wanted)) {
        // The server beside the one with hot reload has only the API.
        const isApi = command === 'npm run dev:full' && !address.includes('localhost')
        const response = await fetch(isApi ? `${address}/api/pricing/` : address)
        expect(response.status, address).toBe(200)
        expect(await response.text()).toContain(isApi ? 'all_pricing' : '<title>Orglens</title>')
      }
    } finally {
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await ended
    }
  })
})
