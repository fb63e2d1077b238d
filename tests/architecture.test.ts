import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'
import { calls } from '../contract/calls'
import { rateLimits } from '../server/api/limits'
import type { Import, SourceFile } from './support/source-files'
import { readProject } from './support/source-files'

/** The folders of `src/` that aren't features. */
const frame = ['api', 'boot', 'fonts', 'lib', 'session', 'shell', 'ui']

const text = readFileSync('docs/architecture.md', 'utf8')
const project = readProject()

/** The features of the product and their subfolders, with the siblings that each may import, as docs/architecture.md draws them. */
const [, clientDrawn = ''] = /^ {4}├── shell\/([\s\S]+?)^session\//m.exec(text) ?? []
const pieces = clientDrawn.split(/^ {4}[├└]── /m)
const drawn = readdirSync('src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !frame.includes(entry.name))
  .map((entry) => {
    const name = `src/${entry.name}`
    const piece = pieces.find((one) => one.startsWith(`${entry.name}/`)) ?? ''
    const subfolders = [...piece.matchAll(/^ {4}│ {3}[├└]── ([a-z-]+)\/(?:.*→ (.+))?/gm)]
    return {
      name,
      subfolders: subfolders.map(([, subfolder, others]) => ({
        name: `${name}/${subfolder}`,
        mayImport: others?.split(', ').map((other) => `${name}/${other}`) ?? [],
      })),
    }
  })

const features = drawn.map(({ name }) => name)

const [, serverDrawn = ''] =
  /^## The server's folders\n[\s\S]+?```\n([\s\S]+?)```/m.exec(text) ?? []

/** The levels of the server as docs/architecture.md draws them: a folder imports only what stands in levels below its own. */
const levels = serverDrawn
  .split('\n\n')
  .map((level) => Array.from(level.matchAll(/^([a-z-]+)\/ /gm), ([, name]) => `server/${name}`))

const rooms = levels.flat()

const subfolders = drawn.flatMap((feature) => feature.subfolders.map(({ name }) => name))
const drawnFolders = [...features, ...subfolders]

const [beforeSession = '', session = '', boot = ''] = (text.split('```')[3] ?? '').split(
  /^(?:session|boot)\//m,
)
const filesIn = (names = '') => names.match(/[\w-]+\.tsx?/g) ?? []
/** @returns the files that a drawing names by their owner: "passkeys' PasskeyStep.tsx and PasskeysCard.tsx". */
const namedIn = (drawing: string) =>
  Array.from(
    drawing.replace(/[│\s]+/g, ' ').matchAll(/(\w+)'s? ((?:[\w-]+\.tsx?(?:,? and |, )?)+)/g),
    ([, owner, names]) => filesIn(names).map((name) => `src/${owner}/${name}`),
  ).flat()
const queries = drawnFolders.map((name) => `${name}/queries.ts`)
/** The files of features that other features and the shell, the session, and the boot script may import. */
const named = {
  features: [...queries, ...namedIn(beforeSession)],
  session: namedIn(session),
  boot: namedIn(boot),
}
const [, plainNames] = /\(its ([^)]+) are for ui, lib and boot, too\)/.exec(text) ?? []
/** They know nothing of the product. */
const plainFiles = filesIn(plainNames).map((name) => `contract/${name}`)

const below = ['contract', 'src/api', 'src/lib', 'src/session', 'src/settings', 'src/ui']

/** Each place, and the places it may import from besides itself. `src` is the files directly in that folder. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  'src/lib': [],
  'src/ui': ['src/lib'],
  'src/settings': ['contract', 'src/lib'],
  'src/boot': ['src/api', 'src/lib'],
  'src/api': ['contract', 'src/lib', 'src/settings'],
  'src/session': ['contract', 'src/api', 'src/lib', 'src/settings', 'src/ui'],
  ...Object.fromEntries(
    drawn.flatMap((feature) => [
      [feature.name, [...below, ...feature.subfolders.map(({ name }) => name)]],
      ...feature.subfolders.map(({ name, mayImport }) => [
        name,
        [...below, feature.name, ...mayImport],
      ]),
    ]),
  ),
  'src/shell': below,
  src: [...below, ...features, 'src/shell', 'src/boot', 'mocks'],
  // It prerenders their pages.
  'src/prerender': [...below, ...features, ...subfolders, 'src/shell', 'src'],
  routes: [...below, ...features, ...subfolders, 'src/shell', 'src'],
  standalone: ['contract', 'src', 'src/lib', 'src/ui', 'src/settings', 'mocks'],
  // For the version.
  'package.json': [],
  ...Object.fromEntries(
    levels.flatMap((level, index) => {
      const lower = ['contract', 'package.json', ...levels.slice(index + 1).flat()]
      return level.map((room) => [room, lower])
    }),
  ),
  mocks: ['contract', ...rooms.filter((room) => !/(commands|node)$/.test(room))],
  scripts: ['server/app', 'server/node', 'src/settings'],
  vite: ['server/lib', 'src/prerender'],
  root: ['contract', 'scripts', 'tests', 'vite'],
}

/** @returns the area that a path belongs to, or null if docs/architecture.md has none. */
function areaOf(path: string): string | null {
  const [first = '', second = '', third = ''] = path.split('/')
  if (!second) return first in allowedImports ? first : 'root'
  if (first === 'tests') return first
  if (first === '.ci') return 'root'
  if (first === 'server') {
    const area = `server/${second}`
    return area in allowedImports ? area : null
  }
  if (first !== 'src') return first in allowedImports ? first : null
  if (/^settings(\.ts)?$/.test(second)) return 'src/settings'
  if (/^prerender(\.tsx)?$/.test(second)) return 'src/prerender'
  const folder = `src/${second}`
  if (`${folder}/${third}` in allowedImports) return `${folder}/${third}`
  if (folder in allowedImports) return folder
  return path.split('/').length === 2 ? 'src' : null
}

function isOfFeature(area: string): boolean {
  return features.some((feature) => area === feature || area.startsWith(`${feature}/`))
}

/** Looks at each file. @returns the findings, each with its file. */
const inEach = (look: (file: SourceFile) => string[]) =>
  project
    .filter(({ path }) => !path.endsWith('.gen.ts'))
    .flatMap((file) => look(file).map((finding) => `${file.path}: ${finding}`))

const inEachImport = (isWrong: (file: SourceFile, entry: Import) => boolean) =>
  inEach((file) =>
    file.imports
      .filter((entry) => isWrong(file, entry))
      .map(({ path, specifier, kind }) => `imports ${path ?? specifier ?? 'anything'} (${kind})`),
  )

function mayImport(from: string, to: string, path: string): boolean {
  // The process renders the signed-out screens.
  if (from === 'server/node' && to === 'src/prerender') return true
  if (from === to || from === 'tests' || allowedImports[from]?.includes(to)) return true
  if (['src/boot', 'src/lib', 'src/ui'].includes(from) && plainFiles.includes(path)) return true
  if (from === 'src/boot') return named.boot.includes(path)
  if (from === 'src/session') return named.session.includes(path)
  return (isOfFeature(from) || from === 'src/shell') && named.features.includes(path)
}

test('imports go one way, between folders that are drawn', () => {
  const isKnown = ({ path }: SourceFile) => areaOf(path) !== null
  expect(project.filter((file) => !isKnown(file)).map(({ path }) => path)).toEqual([])
  const isUndrawn = ({ path }: SourceFile) =>
    path.split('/').length > 3 && features.includes(areaOf(path) ?? '')
  expect(project.filter(isUndrawn).map(({ path }) => path)).toEqual([])
  const findings = inEachImport((file, { path }) => {
    const [from, to] = [areaOf(file.path) ?? '', areaOf(path ?? file.path)]
    return to === null || !mayImport(from, to, path ?? '')
  })
  expect(findings).toEqual([])
})

/** The first script of each page that talks to the API. */
const entries = [
  'src/main.tsx',
  'standalone/dev/mailbox/main.ts',
  'standalone/sample-analytics/link.ts',
]

test('only entries of pages that call the API load mock mode, and dynamically', () => {
  const findings = inEachImport((file, { path, kind }) => {
    const from = areaOf(file.path)
    if (path === null || areaOf(path) !== 'mocks' || from === 'mocks' || from === 'tests')
      return false
    return !(entries.includes(file.path) && kind === 'dynamic')
  })
  expect(findings).toEqual([])
})

const ofTheServer =
  /^(hono|@hono|drizzle-orm|pg|@electric-sql|@node-rs|jose|msw|nodemailer|vitest|@playwright)(\/|$)/
const ofNode = /^(drizzle-orm|pg|@electric-sql|@node-rs|@hono\/node-server|nodemailer)(\/|$)/

test('the API and mock mode run in a browser: no Node, no SQL', () => {
  const byPath = new Map(project.map((file) => [file.path, file]))
  /** The import chains to everything that is reached. */
  const ways = new Map(['server/app/app.ts', 'mocks/browser.ts'].map((path) => [path, [path]]))
  const found: string[] = []
  for (const [from, way] of ways) {
    for (const { path, specifier, kind } of byPath.get(from)?.imports ?? []) {
      if (kind === 'type') continue
      const next = [...way, path ?? specifier ?? '?']
      if (path && !ways.has(path)) ways.set(path, next)
      if (specifier && (isBuiltin(specifier) || ofNode.test(specifier)))
        found.push(next.join(' -> '))
    }
  }
  expect(found).toEqual([])
})

test('the app imports no package of Node, the server or the tests, and nothing by a computed path', () => {
  const findings = inEachImport(({ path: from }, { path, specifier, kind }) => {
    if (specifier === null) return true
    const isOfApp = /^(src|routes|standalone)\//.test(from) && path === null && kind !== 'type'
    return isOfApp && (isBuiltin(specifier) || ofTheServer.test(specifier))
  })
  expect(findings).toEqual([])
})

// State elsewhere would outlive the session that it is of.
test('the app keeps module-level state only in src/lib/page-state.ts', () => {
  const state = /^(?:export )?(?:let|var) \w+|^\S.*= new (?:Weak)?(?:Map|Set)\b.*\(\)$/gm
  const findings = inEach(({ path, text }) =>
    /^(src|routes)\/(?!lib\/page-state)/.test(path) ? (text.match(state) ?? []) : [],
  )
  expect(findings).toEqual([])
})

test('the server counts every action that the table of limits has', () => {
  const counting = project.filter(
    ({ path }) => path.startsWith('server/') && path !== 'server/api/limits.ts',
  )
  const isCounted = (action: string) =>
    counting.some(({ text }) => new RegExp(`[.']${action}\\b`).test(text))
  const actions = Object.keys(rateLimits()).filter((name) => !(name in calls))
  expect(actions.filter((action) => !isCounted(action))).toEqual([])
})

test('no file is longer than 500 lines', () => {
  const findings = inEach(({ path, text }) => {
    const count = text.trimEnd().split('\n').length
    return /\.tsx?$/.test(path) && count > 500 ? [`has ${count} lines`] : []
  })
  expect(findings).toEqual([])
})
