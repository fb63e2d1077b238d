import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type LogMessage, logMessages } from '../../scripts/log-messages'
import { readServerSettings } from '../../server/node/settings/settings'
import { production } from '../support/settings-examples'

const read = (file: string) => readFileSync(file, 'utf8')
const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => read(`server/${file}`))
  .join('\n')

/** @returns the first group of each match. */
const found = (pattern: RegExp) => [...sources.matchAll(pattern)].map(([, first = '']) => first)

const messages = logMessages()
/** The accounts of the demo, which are no line of production's. */
const isOfDemo = ({ text, file }: LogMessage) => text === null && file === 'server/node/main.ts'

test('every log message is a literal where it is logged', () => {
  expect(messages.filter((message) => message.text === null && !isOfDemo(message))).toEqual([])
  expect(messages.length).toBeGreaterThan(35)
})

test('docs/operating.md explains each log line', () => {
  const listed = read('docs/operating.md')
  const unknown = messages.filter(({ text }) => text && !listed.includes(`\`${opening(text)}`))
  expect(unknown).toEqual([])
})

/** @returns a message without what explains it further. */
const opening = (text: string) => text.split(':')[0] ?? ''

/** The messages that docs/operating.md has runbooks for, and what each says. */
const runbooks = new Map(
  [
    ...(/^## Runbooks\n([\s\S]*?)^## /m.exec(read('docs/operating.md'))?.[1] ?? '').matchAll(
      /^- \*\*`([^`]+)`(.*?)\*\* ([\s\S]+?)(?=^- |^#|\n\n)/gm,
    ),
  ].map(([, message = '', _more, text = '']) => [message, text]),
)

test('each line that may need action has a runbook of three sentences or more', () => {
  const errors = messages.filter(({ level, text }) => level !== 'info' && text)
  expect(errors.length).toBeGreaterThan(20)
  const sentences = (text: string) => text.match(/[.!?](?=\s|$)/g)?.length ?? 0
  const runbookOf = ({ text }: LogMessage) =>
    [...runbooks].find(([message]) => text?.startsWith(message))?.[1] ?? ''
  expect(errors.filter((message) => sentences(runbookOf(message)) < 3)).toEqual([])
})

test('each runbook is about a line that the log has', () => {
  const isSaid = (runbook: string) => messages.some(({ text }) => text?.startsWith(runbook))
  expect([...runbooks.keys()].filter((runbook) => !isSaid(runbook))).toEqual([])
})

test('docs/operating.md explains each metric', () => {
  const names = found(/'(orglens_[a-z_]+)'/g)
  expect(names.length).toBeGreaterThan(4)
  const listed = read('docs/operating.md')
  expect(names.filter((name) => !listed.includes(`| \`${name}\``))).toEqual([])
})

test('each test that docs/security.md names exists', () => {
  const promises = read('docs/security.md').split('\n## ')[0] ?? ''
  const files = [...promises.matchAll(/`(tests\/[^`]+\.tsx?)`/g)].map(([, file = '']) => file)
  const suites = [...promises.matchAll(/conformance ((?:`[a-z-]+`(?:, )?)+)/g)].flatMap(
    ([, list = '']) => [...list.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(suites.length).toBeGreaterThan(8)
  const named = [...files, ...suites.map((name) => `tests/api/conformance/${name}.ts`)]
  expect(named.filter((file) => !existsSync(file))).toEqual([])
})

/** Every page that names commands. */
const pages = ['README.md', ...readdirSync('docs').map((file) => `docs/${file}`)].filter((file) =>
  file.endsWith('.md'),
)

test('every command that the docs name is one', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const command = /npm (?:run (?:--\w+ )?([a-z][\w:-]*)|(start|test)\b)/g
  const named = pages.flatMap((page) =>
    Array.from(read(page).matchAll(command), ([, run, short = '']) => run ?? short),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})

test('docs/operating.md lists the operator’s requests as the command has them', () => {
  const [, table = ''] =
    /\| `npm run --silent admin -- …`(.*?)\n\n/s.exec(read('docs/operating.md')) ?? []
  const listed = [...table.matchAll(/^\| `([a-z-]+) ([^`]*)`/gm)].map(([, name, words = '']) => [
    name,
    words.replace(/ >.*/, '').split(' ').length,
  ])
  const usage = [
    ...read('server/commands/admin.ts').matchAll(
      /admin -- ([a-z-]+) (<slug>(?: <(?:address|number)>)?)/g,
    ),
  ]
  expect(listed).toEqual(
    usage.slice(-listed.length).map(([, name, words = '']) => [name, words.split(' ').length]),
  )
})

test('the proxies add the client’s address to X-Forwarded-For: whatever it sent itself comes first', () => {
  // That the limits count that address is tried in tests/long/deploy-proxies.test.ts.
  expect(read('deploy/nginx.conf')).toContain(
    'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  )
  expect(read('deploy/haproxy.cfg')).toMatch(/^ +option forwardfor$/m)
})

test('systemd starts the server like `npm run serve`, and gives it time to stop', () => {
  const unit = read('deploy/orglens.service')
  const [, started] = /^ExecStart=\/usr\/bin\/(.*)$/m.exec(unit) ?? []
  expect(started).toBe(JSON.parse(read('package.json')).scripts.serve)
  const { drainTime, stopTimeout } = readServerSettings(production)
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(unit) ?? []
  expect(Number(seconds) * 1000).toBeGreaterThan(drainTime + stopTimeout)
})

test('docs/operating.md lists the probes that the server answers', () => {
  const answered = found(/routes\.on\('GET', \['(\/[a-z/]+)'/g)
  const listed = [...read('docs/operating.md').matchAll(/^\| `(\/[a-z/]+)` \|/gm)].map(
    ([, path]) => path,
  )
  expect(listed.sort()).toEqual(answered.sort())
})
