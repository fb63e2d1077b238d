import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { auditActions } from '../../contract/audit-log'
import { calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { conditionsFromSearch } from '../../mocks/conditions'
import { createMockServices } from '../../mocks/mock-api'
import { parseScenario } from '../../mocks/scenarios'
import { scripts, version } from '../../package.json'
import { logMessages } from '../../scripts/log-messages'
import { notesOf } from '../../scripts/release-notes'
import { settingDocs } from '../../scripts/setting-docs'
import { createApp } from '../../server/app/app'
import { emptyMemoryData } from '../../server/app/memory-store'
import { parseDashboards } from '../../server/dashboards/providers/dashboards-file'
import { environmentSchema } from '../../server/node/settings/environment'
import { parsePlans } from '../../server/plans/plans'
import { operatorActions } from '../../server/store/entry'

const pages = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
const textOf = (page: string) => readFileSync(page, 'utf8')

/** @returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

/** @returns the matches of a pattern's first group, each once. */
const found = (text: string, pattern: RegExp) =>
  [...new Set(Array.from(text.matchAll(pattern), ([, word = '']) => word))].sort()
test('generated docs are current: `npm run generate:docs`', async () => {
  const docs = await settingDocs()
  expect(Object.keys(docs)).toEqual(['docs/settings.md', '.env.example'])
  for (const [path, text] of Object.entries(docs)) expect(textOf(path), path).toBe(text)
})

test.each(pages)('every link of %s leads somewhere', (page) => {
  const withoutCode = textOf(page).replace(/```.*?```/gs, '')
  for (const [, link = ''] of withoutCode.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?|mailto):/.test(link)) continue
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    expect(existsSync(target), link).toBe(true)
    if (anchor === undefined) continue
    const text = textOf(target)
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))
    expect(anchors, link).toContain(anchor)
  }
})

test('the sandbox understands the calls of docs/billing.md', async () => {
  const app = createApp(createMockServices(emptyMemoryData()))
  const named = [...textOf('docs/billing.md').matchAll(/^POST (\/sandbox\/\w+) +(\{.*\})$/gm)]
  expect(named.length).toBe(2)
  for (const [call, path, body = ''] of named) {
    const headers = { 'Content-Type': 'application/json' }
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body })
    expect((await app.fetch(request, {})).status, call).toBe(404)
  }
})

test('the changelog begins with the current version', () => {
  const [, newest] = /^## (.+)$/m.exec(textOf('CHANGELOG.md')) ?? []
  expect(newest).toBe(version)
  // The notes of a release are that section.
  expect(notesOf('# All\n\n## 2\n\nNew.\n\n## 1\n\nOld.\n', '2')).toBe('New.\n')
  expect(() => notesOf('## 2\n\nNew.\n', '1')).toThrow('has no section "## 1"')
})

test('docs/extensions.md names every call beyond the specification', () => {
  const ours = Object.entries<Endpoint>(calls).filter(([, { isOurs }]) => isOurs)
  const page = textOf('docs/extensions.md')
  expect(ours.map(([name]) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  // All others are the specification's.
  const specified = found(textOf('docs/specification.md'), /^\| ((?:GET|POST|PUT) \/api\/\S+) \|/gm)
  const others = Object.values<Endpoint>(calls).filter(({ isOurs }) => !isOurs)
  expect(others.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(specified)
})

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const deployed = ['compose.yaml', 'Dockerfile', ...filesIn('deploy')].map(textOf).join('\n')
const operating = textOf('docs/operating.md')
const everything = [...pages.map(textOf), deployed].join('\n')
const code = filesIn('server')
  .filter((file) => file.endsWith('.ts'))
  .map(textOf)
  .join('\n')

const notIn = (known: Iterable<string>, words: readonly string[]) => {
  expect(words.length).toBeGreaterThan(0)
  return words.filter((word) => !new Set(known).has(word))
}

test('every command that the docs name is one, with its steps, and operators have theirs', () => {
  const named = found(everything, /npm (?:run (?:--?\w+ )?)?(?!itself|run\b)([a-z][\w:-]*)/g)
  expect(notIn([...Object.keys(scripts), 'ci', 'install', 'prune'], named)).toEqual([])
  const steps = found(textOf('scripts/test.ts'), /^ {2}(\w+)(?:,|: .*,)$/gm)
  const asked = found(everything, /npm test -- ([a-z]+)/g)
  expect(notIn(steps, asked)).toEqual([])
  // The archive has those that run what is built.
  const built = Object.entries(scripts).flatMap(([name, line]) =>
    line.startsWith('node ') ? [name] : [],
  )
  const forOperators = found(operating, /orglens .*npm run (?:--silent )?([\w-]+)/g)
  expect(notIn(built, forOperators)).toEqual([])
  const usage = found(textOf('server/commands/admin.ts'), /^.*npm run .*admin -- ([\w-]+)/gm)
  expect(found(operating, /^\| `([\w-]+) acme/gm)).toEqual(usage)
  const kinds = found(operating, /--kind ([\w-]+)/g)
  expect(notIn([...auditActions, ...operatorActions, 'sign-in'], kinds)).toEqual([])
  const own = operating.split('Actions that only you see:')[1]?.split('\n\n')[0] ?? ''
  expect(found(own, /`([a-z-]+)`/g)).toEqual([...operatorActions].sort())
})

test('every setting that the docs and the files for operators name is one, with a value that it takes', () => {
  const settings = environmentSchema(true).entries as Record<string, v.GenericSchema>
  const ofOthers = ['CHROMIUM_PATH', 'NODE_EXTRA_CA_CERTS', 'ORGLENS_COMMIT', 'TEST_DATABASE_URL']
  const ofPrograms = /^(POSTGRES_|AF_|METH_|VITE_)/
  const words = found(everything, /\b([A-Z][A-Z\d]+(?:_[A-Z\d]+)+)\b/g)
  const named = words.filter((word) => !ofPrograms.test(word))
  expect(notIn([...Object.keys(settings), ...ofOthers], named)).toEqual([])
  const pairs = [...everything.matchAll(/\b([A-Z][A-Z_\d]+)=([\w:./@-]*\w)(?=[\s`]|[.:;,)]\s)/g)]
  const wrong = pairs.filter(([, name = '', value = '']) => {
    const setting = settings[name]
    return setting && !v.safeParse(setting, value).success
  })
  expect(pairs.length).toBeGreaterThan(20)
  expect(wrong.map(([pair]) => pair)).toEqual([])
})

test('the docs name files, addresses and metrics that there are', () => {
  const roots = 'server|src|routes|contract|mocks|standalone|tests|scripts|deploy|vite|docs|public'
  const files = found(everything, new RegExp(`\`((?:${roots})/[^\`\\s<>*{]+)\``, 'g'))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const addresses = found(everything, /(?<![\w.])(\/api\/(?:[a-z-]+\/)+|\/api\/[a-z]+\.json)/g)
  const ofOurs = [...Object.values(calls).map(({ path }) => path), '/api/']
  const others = ['/api/openapi.json', '/api/payments/webhook/', '/api/embed/dashboard/']
  expect(notIn([...ofOurs, ...others], addresses)).toEqual([])
  const metrics = found(everything, /\b(orglens_[a-z_]+?)(?:_bucket|_count)?\b/g)
  expect(metrics).toEqual(found(code, /'(orglens_[a-z_]+)'/g))
  const alerts = found(textOf('deploy/prometheus/orglens.rules.yml'), /alert: (\w+)/g)
  expect(found(operating, /`(Orglens[A-Z]\w+)`/g)).toEqual(alerts)
  // The same ones in each step, in the units and in the commands' code.
  const paths = /(\/(?:etc|opt|var)\/[\w/.-]*orglens(?:[\w/.*…-]*[\w*])?)/g
  expect(found(operating + deployed + code, paths)).toEqual([
    ...['/etc/haproxy/orglens.pem', '/etc/nginx/conf.d/orglens.conf', '/etc/orglens'],
    ...['/etc/orglens/database-ca.pem', '/etc/orglens/orglens.env'],
    ...['/etc/ssl/orglens.crt', '/etc/ssl/orglens.key'],
    ...['backup.service', 'backup.timer'].map((unit) => `/etc/systemd/system/orglens-${unit}`),
    ...['/etc/systemd/system/orglens.service', '/opt/orglens', '/opt/orglens-former'],
    ...['/opt/orglens-new', '/opt/orglens/.env.example'],
    ...['/opt/orglens/deploy/orglens*.service', '/opt/orglens/deploy/orglens*.timer'],
    ...['/var/backups/orglens', '/var/backups/orglens/orglens-….jsonl.gz', '/var/lib/orglens'],
    '/var/log/nginx/orglens.log',
  ])
})

test('each error of the log is in the runbooks, by its text', () => {
  const bold = found(operating, /\*\*`([A-Z][^`…]+?)(?: …[^`]*)?`/g)
  expect(bold.filter((text) => !code.includes(text))).toEqual([])
  const errors = logMessages().filter(({ level, text }) => level !== 'info' && text)
  expect(errors.length).toBeGreaterThan(30)
  const unnamed = errors.filter(({ text }) => !bold.some((begun) => text?.startsWith(begun)))
  expect(unnamed).toEqual([])
})

test('the examples of the docs are valid: plans, dashboards, links to mock mode', () => {
  const jsonOf = (page: string) => JSON.parse(/```json\n(.*?)```/s.exec(textOf(page))?.[1] ?? '')
  expect(parsePlans(jsonOf('docs/billing.md'), 'the page').plans).toHaveLength(1)
  const dashboards = parseDashboards(jsonOf('docs/dashboards.md'), 'organisation', 'the page')
  expect(dashboards).toHaveLength(2)
  const links = found(everything, /(\?mock-[\w=:,+-]+)/g)
  for (const link of links) {
    expect(conditionsFromSearch(link).problems, link).toEqual([])
    parseScenario(new URLSearchParams(link).get('mock-scenario') ?? '')
  }
  expect(links.length).toBeGreaterThan(5)
})

test('a release has what its install needs', () => {
  const script = textOf('scripts/release.ts')
  const [list = ''] = /const contents = \[.*?\n\]/s.exec(script) ?? []
  const contents = found(list, /'([^']+)'/g)
  const needed = found(operating + deployed, /\/opt\/orglens\/([\w.-]+)/g)
  const linked = found(script.split('const name =')[0] ?? '', /\]\((docs)\//g)
  const run = found(deployed, /ExecStart=.* (build\/server)\//g)
  for (const path of [...needed, ...linked, ...run, 'dist']) expect(contents).toContain(path)
})
