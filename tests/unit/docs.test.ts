import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { auditActions } from '../../contract/audit-log'
import { mostWithoutApproval } from '../../contract/bank-approval'
import { calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { conditionsFromSearch } from '../../mocks/conditions'
import { parseScenario } from '../../mocks/scenarios'
import { scripts } from '../../package.json'
import { logMessages } from '../../scripts/log-messages'
import { notesOf } from '../../scripts/release-notes'
import { settingDocs } from '../../scripts/setting-docs'
import { countPlaywright, countVitest, failureOf } from '../../scripts/test-report'
import { rateLimits } from '../../server/api/limits'
import { refreshTokenLifetime } from '../../server/auth/tokens'
import { checkoutYouth } from '../../server/billing/checkout/polling'
import { longestListing } from '../../server/billing/jobs'
import { daysOfPaperLink } from '../../server/billing/papers/token'
import { parseDashboards } from '../../server/dashboards/providers/dashboards-file'
import { day, minute, second } from '../../server/lib/time'
import { watchPatience } from '../../server/node/edge/patience'
import { environmentSchema } from '../../server/node/settings/environment'
import { readServerSettings } from '../../server/node/settings/settings'
import { parsePlans } from '../../server/plans/plans'
import { operatorActions } from '../../server/store/entry'
import { nearlyFull } from '../../server/store/pglite/data-folder'
import { production, refusalOf } from '../support/settings-examples'

const pages = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
const textOf = (page: string) => readFileSync(page, 'utf8')

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

/** @returns the matches of a pattern's first group, each once. */
const found = (text: string, pattern: RegExp) =>
  [...new Set(Array.from(text.matchAll(pattern), ([, word = '']) => word))].sort()

test('generated docs are current: `npm run generate:docs`', async () => {
  const docs = Object.entries(await settingDocs())
  expect(docs).toHaveLength(2)
  for (const [path, text] of docs) expect(textOf(path), path).toBe(text)
})

test.each(pages)('every link of %s leads somewhere', (page) => {
  const decisions = found(textOf('docs/decisions.md'), /^### (D\d+)/gm)
  const cited = found(textOf(page), /\b(D\d{1,3})\b/g)
  expect(cited.filter((decision) => !decisions.includes(decision))).toEqual([])
  const withoutCode = textOf(page).replace(/```.*?```/gs, '')
  for (const [, link = ''] of withoutCode.matchAll(/(?:\]\(|<img src=")([^)"\s]+)[)"]/g)) {
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
  const all = new Set(known)
  return words.filter((word) => !all.has(word))
}

test('every command, kind and action that the docs name is one', () => {
  const named = found(everything, /npm (?:run (?:--?\w+ )?)?(?!itself|run\b)([a-z][\w:-]*)/g)
  expect(notIn([...Object.keys(scripts), 'ci', 'install', 'prune'], named)).toEqual([])
  // Without `--`, npm takes an option as its own.
  expect(found(everything, /(npm run [a-z][\w:-]* --\w+)/g)).toEqual([])
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
  const ofSite = /\b(VITE_\w+)/g
  expect(found(textOf('.env.example'), ofSite)).toEqual(found(textOf('src/settings.ts'), ofSite))
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
})

test('the docs name functions and fields that there are', () => {
  const sources = ['server', 'src', 'contract', 'mocks', 'routes', 'scripts', 'tests', 'vite']
  const files = [...sources.flatMap(filesIn), ...filesIn('deploy'), 'biome.json', 'package.json']
  const there = files.filter((file) => /\.(tsx?|json|yml|cfg|conf)$/.test(file)).map(textOf)
  const spans = pages.flatMap((page) => found(textOf(page), /`([^`\n]+)`/g)).join('\n')
  const named = found(spans, /\b([A-Za-z]*[a-z][A-Z]\w*)\b/g)
  expect(notIn(there.join('\n').match(/\w+/g) ?? [], named)).toEqual([])
})

test('the docs name the limits and times that there are', () => {
  const { edge, stopTimeout, haltedPlanDays } = readServerSettings(production)
  const [left, limits, megabyte] = [watchPatience(), rateLimits(), 1024 * 1024]
  const patience = (path: string) => Math.round(left(path) / second)
  const callsOf = (name: keyof typeof limits) => limits[name].at(-1)?.calls.toLocaleString('en')
  const [invited] = limits.mailInvitation.slice(-1)
  for (const text of [
    `A request has ${edge.headersTimeout / second} s for its headers and ${edge.requestTimeout / second} s in all; a client that takes no byte for ${edge.sendTimeout / second} s`,
    `Beyond ${edge.bodies / megabyte} MB of unfinished bodies`,
    `waited for ${patience('/api/profile/')} s (signing in: ${patience('/api/login/')} s)`,
    `the server accepts ${edge.connections.toLocaleString('en')} in all`,
    `(\`KEEP_ALIVE_SECONDS\`, ${edge.keepAliveTimeout / second} by default)`,
    `is nearly full\`** (under ${nearlyFull / megabyte} MB)`,
    `then finishes within ${stopTimeout / second} s`,
    `\`HALTED_PLAN_DAYS\` (${haltedPlanDays}) counts`,
    `more than ₹${mostWithoutApproval.toLocaleString('en')} 3 days`,
    `works without an account for ${daysOfPaperLink} days`,
    `every 10 s for ${checkoutYouth / minute} minutes`,
    `It ended ${longestListing / day} days ago`,
    `a session ${refreshTokenLifetime / day} days from the sign-in`,
    `(${callsOf('tryPassword')} password attempts in 15 minutes, ${callsOf('signUpAs')} sign-ups an hour)`,
    `${callsOf('mailNotice')} notices a day`,
    `${callsOf('learnOfAccount')} an hour each from one network`,
    `More than ${callsOf('mailReport')}; the rest are skipped`,
    `at most ${invited?.calls} invitations at once, then one every ${(invited?.window ?? 0) / (invited?.calls ?? 1) / minute} minutes`,
  ]) {
    expect(everything.replace(/\s+/g, ' ')).toContain(text)
  }
})

test('production starts with the settings in the README, and needs each of them', () => {
  const [, block = ''] = /(NODE_ENV=production[^`]+)npm run serve/.exec(textOf('README.md')) ?? []
  const named = found(block, /([A-Z_]+)=/g)
  const examples = { ...production, DATABASE_URL: 'postgresql://database.example.test/orglens' }
  const entries = Object.entries(examples).filter(([name]) => named.includes(name))
  const environment = Object.fromEntries(entries)
  expect(readServerSettings(environment)).toMatchObject({ production: true })
  for (const name of named.filter((each) => each !== 'NODE_ENV'))
    expect(refusalOf({ ...environment, [name]: undefined }), name).toContain('must')
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

test('a release has the notes of its version, and does without none', () => {
  const changelog = '# Changes\n\n## 1.1.0\n\nNew.\n\n## 1.0.0\n\nOld.\n\n## 0.9.0\n'
  expect(notesOf(changelog, '1.0.0')).toBe('Old.\n')
  for (const version of ['0.9.0', '1.0']) expect(() => notesOf(changelog, version)).toThrow(version)
})

test('a step of `npm test` fails where a test failed, was skipped, or none ran', () => {
  const counts = { passed: 2, failed: 0, skipped: 0 }
  expect([failureOf(true, counts), failureOf(false, counts)]).toEqual([null, 'Tests failed.'])
  expect(failureOf(true, { ...counts, failed: 1 })).toBe('Tests failed.')
  expect(failureOf(true, { ...counts, skipped: 1 })).toBe('1 tests were skipped.')
  expect(failureOf(true, { ...counts, passed: 0 })).toBe('There were no tests.')
  const vitest = { numPassedTests: 2, numFailedTests: 1, numPendingTests: 3, numTodoTests: 4 }
  expect(countVitest(JSON.stringify(vitest))).toEqual({ passed: 2, failed: 1, skipped: 7 })
  const stats = { expected: 2, flaky: 1, unexpected: 4, skipped: 5 }
  const browser = countPlaywright(JSON.stringify({ stats }))
  expect(browser).toEqual({ passed: 3, failed: 4, skipped: 5 })
})
