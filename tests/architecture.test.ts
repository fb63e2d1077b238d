import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { drawnFolders, isOfFeature } from './support/architecture-areas'
import { rules, tooLarge } from './support/architecture-rules'
import { parseProject, readDecisions, readProject } from './support/source-files'

/** What each rule must notice: small projects, each of which breaks it once. */
const violations: Record<string, Record<string, string>[]> = {
  'imports go one way': [
    { 'src/lib/a.ts': `import '../api/call'` },
    { 'src/ui/a.ts': `import type { Profile } from '../../contract/profile'` },
    { 'src/ui/a.ts': `import '../profile/queries'`, 'src/profile/queries.ts': '' },
    { 'src/api/call.ts': `import { session } from '../session/sign-out'` },
    { 'src/session/sign-out.ts': `export type A = import('../profile/queries').A` },
    { 'src/session/CodeDialog.tsx': `import '../passkeys/AddPasskey'` },
    { 'src/boot/boot.ts': `import '../session/sign-out'` },
    { 'src/team/invite.ts': `import '../profile/profile-form'` },
    { 'src/shell/a.ts': `import('../team/InviteForm')`, 'src/team/InviteForm.tsx': '' },
    { 'src/team/invite.ts': `import '../shell/navigation/navigation'` },
    { 'src/billing/activity/a.ts': `import '../pricing/b'`, 'src/billing/pricing/b.ts': '' },
    { 'src/billing/pricing/a.ts': `import '../plan/CurrentPlan'` },
    { 'src/team/a.ts': `import '../billing/pricing/b'`, 'src/billing/pricing/b.ts': '' },
    { 'src/shell/a.ts': `import '../billing/mutations'`, 'src/billing/mutations.ts': '' },
    { 'src/team/a.ts': `import '../profile/ProfileCards'`, 'src/profile/ProfileCards.tsx': '' },
    { 'src/lib/a.ts': `import '../profile/queries'`, 'src/profile/queries.ts': '' },
    { 'src/profile/a.ts': `export type { A } from '../../server/app'` },
    { 'contract/error.ts': `import '../src/lib/a'` },
    { 'server/app/app.ts': `import '../src/lib/a'` },
    { 'server/store/change.ts': `import type { Changes } from '../billing/subscription-changes'` },
    { 'server/store/sql/change.ts': `import type { Mail } from '../../mail/mail'` },
    { 'server/team/a.ts': `import { leave } from '../organisation/leaving'` },
    { 'server/team/calls.ts': `import { createApp } from '../app/app'` },
    { 'server/billing/receipts/a.ts': `import '../../team/team'` },
    { 'server/lib/log.ts': `import type { Services } from '../api/services'` },
    { 'server/team/a.ts': `import { signUp } from '../auth/signup'` },
    { 'server/services.ts': '' },
    { 'server/elsewhere/a.ts': '' },
    { 'mocks/handlers.ts': `import '../src/settings'` },
    { 'src/main.tsx': `import '../tests/support/a'` },
    { 'src/elsewhere/a.ts': '' },
    { 'src/main.tsx': `import './elsewhere/a'` },
  ],
  'only entries of pages that call the API load mock mode, and dynamically': [
    { 'src/main.tsx': `import '../mocks/browser'` },
    { 'standalone/dev/mailbox/main.ts': `import '../../../mocks/browser'` },
    { 'standalone/dev/mailbox/mails.ts': `await import('../../../mocks/browser')` },
    { 'standalone/sample-analytics/main.ts': `await import('../../mocks/browser')` },
    { 'src/router.ts': `await import('../mocks/browser')` },
    { 'server/app/app.ts': `import type { Faults } from '../../mocks/faults'` },
  ],
  'developer tools are loaded dynamically, from src/Devtools.tsx': [
    { 'src/main.tsx': `import '@tanstack/react-query-devtools'` },
    { 'routes/__root.tsx': `await import('@tanstack/react-router-devtools')` },
    { 'src/main.tsx': `import './Devtools'`, 'src/Devtools.tsx': 'export const Devtools = 1' },
  ],
  'the API and mock mode run in a browser: no Node, no SQL': [
    {
      'server/app/app.ts': `import { login } from '../auth/calls'`,
      'server/auth/calls.ts': `import { hash } from '../passwords/argon2id'`,
      'server/passwords/argon2id.ts': `import { hash } from '@node-rs/argon2'`,
    },
    { 'server/app/app.ts': `import { readFileSync } from 'node:fs'` },
    { 'server/app/app.ts': `import { readFileSync } from 'fs'` },
    { 'server/app/app.ts': `import { createTransport } from 'nodemailer'` },
    {
      'mocks/browser.ts': `await import('../server/app/sql-store')`,
      'server/app/sql-store.ts': `import 'drizzle-orm/pg-core'`,
    },
  ],
  'the app imports no package of Node, the server or the tests': [
    { 'src/lib/a.ts': `import { join } from 'node:path'` },
    { 'routes/a.tsx': `import { Hono } from 'hono'` },
    { 'src/main.tsx': `await import('msw/browser')` },
  ],
  'every import has a literal path, so that these rules can be checked': [
    { 'src/lib/a.ts': "const load = (name: string) => import('./' + name)" },
  ],
  'a route file exports only its route': [
    { 'routes/a.tsx': 'export const Route = 1; export function Screen() {}' },
    { 'routes/a.tsx': 'export default function Screen() {}' },
    { 'routes/a.tsx': 'const Route = 1' },
  ],
  'no file re-exports another module or is a catch-all like utils.ts': [
    { 'src/ui/all.ts': `export { Button } from './Button'` },
    { 'src/ui/all.ts': `export * from './Button'` },
    { 'src/lib/utils.ts': '' },
    { 'src/ui/index.ts': '' },
  ],
  'components are named PascalCase.tsx after what they export, everything else in kebab-case': [
    { 'src/ui/button.tsx': 'export function Button() {}' },
    { 'src/ui/Button.tsx': 'export function Card() {}' },
    { 'src/lib/whenIdle.ts': '' },
    { 'src/lib/WhenIdle.ts': '' },
    { 'server/access_token.ts': '' },
  ],
  'every cited decision exists': [
    { 'src/lib/a.ts': '// because of D999' },
    { 'src/lib/a.ts': '/** Once (D7, D999). */' },
    { 'src/styles.css': '/* D999 */' },
  ],
  'every file that a comment names exists': [
    { 'src/lib/a.ts': '// As in `src/lib/b.ts`.' },
    { 'src/ui/Button.tsx': '/** (src/ui/theme.ts) */ export const Button = 1' },
  ],
  'no comment postpones work': [
    { 'src/lib/a.ts': `// ${'TO'}${'DO'}: later` },
    { '.ci/run': `# ${'FIX'}${'ME'}` },
  ],
  'no file is longer than 500 lines': [{ 'src/lib/a.ts': '//\n'.repeat(501) }],
  'the app keeps module-level state only in src/lib/page-state.ts, by name': [
    { 'src/lib/a.ts': `let printing = false` },
    { 'src/settings.ts': `export let settings: string` },
    { 'src/shell/a.ts': `const listeners = new Set<() => void>()` },
    { 'routes/index.tsx': `export const Route = 1\nconst seen = new WeakMap()` },
  ],
  'unit tests mock no module: they share them': [
    { 'tests/unit/a.test.ts': `vi.mock('node:fs')` },
    { 'tests/unit/a.test.tsx': `vi.doMock('../../src/lib/a', () => ({}))` },
  ],
  'no folder of the app or the server holds more than 32 files': [
    Object.fromEntries(Array.from({ length: 33 }, (_, index) => [`src/lib/a${index}.ts`, ''])),
  ],
}

/** What no rule may complain about. */
const sound = {
  'contract/error.ts': `import * as v from 'valibot'`,
  'src/main.tsx': `import { router } from './router'; await import('../mocks/browser'); await import('./Devtools')`,
  'src/Devtools.tsx': `import '@tanstack/react-query-devtools'; export const Devtools = 1`,
  'src/router.ts': `import { routeTree } from './routeTree.gen'; export const router = 1 // (D7)`,
  'src/routeTree.gen.ts': `import { Route } from '../routes/index'; export * from './a' // D999`,
  'src/styles.css': '.a { color: #d12; background: #D12 }',
  'routes/index.tsx': `import { Card } from '../src/ui/Card'; export const Route = 1`,
  'src/ui/Card.tsx': `import type { A } from './a'; export function Card() {}`,
  'src/ui/a.ts': `import { Card } from './Card'; export type A = 1 // as src/ui/Card.tsx; dist/a.html`,
  'src/team/queries.ts': `import { profileQuery } from '../profile/queries'`,
  'src/analytics/Charts.tsx': `import '../profile/WithProfile'; export const Charts = 1`,
  'src/profile/WithProfile.tsx': `import './queries'; export const WithProfile = 1`,
  'src/billing/pricing/PlanList.tsx': `import '../queries'; import '../checkout/razorpay'; import '../../profile/queries'; export const PlanList = () => <ul />`,
  'src/billing/checkout/razorpay.ts': '',
  'src/billing/queries.ts': '',
  'src/shell/Sidebar.tsx': `import '../profile/queries'; export const Sidebar = () => <nav />`,
  'src/profile/queries.ts': `import { call } from '../api/call'; import '../../contract/error'`,
  'standalone/dev/mailbox/main.ts': `await import('../../../mocks/browser')`,
  'server/app/app.ts': `import '../team/calls'; import { Hono } from 'hono'`,
  'server/app/sql-store.ts': `import { drizzle } from 'drizzle-orm'; import fs from 'node:fs'`,
  'server/mail/job.ts': `import '../work/job'; import type { Services } from '../api/services'`,
  'server/api/services.ts': `import type { Log } from '../lib/log'`,
  'server/node/host.ts': `import '../app/app'; import '../app/sql-store'; import '../work/worker'`,
  'server/node/main.ts': `import './host'`,
  'mocks/browser.ts': `import { setupWorker } from 'msw/browser'; import '../server/app/app'`,
  'tests/api/login.test.ts': `import '../../server/app'; import '../../mocks/node'`,
  'vite.config.ts': `import './vite/separate-builds'`,
  'vite/separate-builds.ts': `import fs from 'node:fs'`,
}

const decisions = readDecisions()
const project = readProject()
const soundProject = parseProject(sound)

describe.each(rules)('$name', (rule) => {
  test('holds in this project', () => {
    expect(rule.findings(project, decisions)).toEqual([])
  })

  test('is noticed when broken', () => {
    const examples = violations[rule.name] ?? []
    expect(examples).not.toEqual([])
    for (const texts of examples) {
      expect(rule.findings(parseProject(texts), decisions), JSON.stringify(texts)).not.toEqual([])
    }
  })

  test('does not complain about a sound project', () => {
    expect(rule.findings(soundProject, decisions)).toEqual([])
  })
})

test('the drawing in docs/architecture.md names every folder but features without subfolders, and no others', () => {
  const picture = readFileSync('docs/architecture.md', 'utf8').split('```')[3]?.split(/\s+/) ?? []
  const folders = project.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
  const drawable = new Set(folders.filter((folder) => /^(src|routes)\/./.test(folder)))
  const hasToBeDrawn = (folder: string) =>
    !/^src\/[^/]+\/$/.test(folder) || !isOfFeature(folder.slice(0, -1))
  expect(drawable.size).toBeGreaterThan(15)
  const undrawn = [...drawable].filter(
    (folder) => !picture.includes(`${folder.split('/').at(-2)}/`),
  )
  expect(undrawn.filter(hasToBeDrawn)).toEqual([])
  expect(drawnFolders.filter((folder) => !drawable.has(`${folder}/`))).toEqual([])
})

test('what grows too large is named before it has to be split', () => {
  const files = parseProject({ 'src/lib/a.ts': '//\n'.repeat(401) })
  expect(tooLarge(files)).toEqual(['src/lib/a.ts has 401 lines'])
  for (const line of tooLarge(project)) console.warn(`Large, split it when you work on it: ${line}`)
})

test('the rules see the whole project', () => {
  const paths = project.map(({ path }) => path)
  const landmarks = ['contract/calls.ts', 'mocks/browser.ts', 'server/app/app.ts', 'src/main.tsx']
  expect(landmarks.filter((path) => !paths.includes(path))).toEqual([])
  expect(paths.filter((path) => path.startsWith('routes/')).length).toBeGreaterThan(1)
  expect(decisions).toContain('D35')
})

const { dependencies, devDependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const versions: Record<string, string> = { ...dependencies, ...devDependencies }
const textOf = (file: string) => project.find(({ path }) => path === file)?.text

/** What is used of each package of the card (D56), from where, and what is done with it there. */
test.each([
  ['react', /^src\/ui\/.*\.tsx$/, /\buseState\(/],
  ['react-dom/client', /^src\/main\.tsx$/, /\bcreateRoot\(/],
  ['@tanstack/react-router', /^routes\/dashboard\/main\.tsx$/, /\bcreateFileRoute\(/],
  ['@tanstack/react-query', /^src\/auth\/SignIn\.tsx$/, /\buseMutation\(/],
  ['@tanstack/react-table', /^src\/ui\/table\//, /\buseTable\(/],
  ['ky', /^src\/api\//, /\bawait ky\(/],
  ['sonner', /^src\/ui\/toasts\//, /<Sonner\b/],
  ['@radix-ui/react-dropdown-menu', /^src\/ui\/menu\//, /<DropdownMenu\.Content\b/],
  ['@tailwindcss/vite', /^vite\.config\.ts$/, /\btailwindcss\(\)/],
  ['vite', /^vite\.config\.ts$/, /\bdefineConfig\(/],
  ['vitest', /^tests\/unit\//, /\btest\(/],
  ['msw/browser', /^mocks\//, /\bsetupWorker\(/],
])('uses %s', (module, from, work) => {
  const [name = ''] = /^(@[^/]+\/)?[^/]+/.exec(module) ?? []
  expect(versions[name]).toMatch(/^\d+\.\d+\.\d+$/)
  const workers = project.filter(
    ({ path, text, imports }) =>
      from.test(path) &&
      work.test(text) &&
      imports.some(({ specifier, kind }) => specifier === module && kind !== 'type'),
  )
  expect(workers).not.toEqual([])
})

test('the styles are Tailwind’s, Vite builds the app and Vitest tests it', () => {
  expect(versions.tailwindcss).toMatch(/^\d+\.\d+\.\d+$/)
  expect(textOf('src/styles.css')).toMatch(/^@import "tailwindcss"/m)
  expect(scripts.build).toMatch(/^vite build\b/)
  expect(textOf('scripts/test.ts')).toContain('vitest/vitest.mjs')
})

test.each([
  ...['package.json', 'vite.config.ts', 'tsconfig.json', 'index.html'],
  ...['src', 'routes', 'tests', 'mocks'],
])('%s is at the top level', (name) => {
  expect(existsSync(name)).toBe(true)
})
