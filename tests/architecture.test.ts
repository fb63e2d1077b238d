import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { expect, test } from 'vitest'
import type { Import, SourceFile } from './support/source-files'
import { readDecisions, readProject } from './support/source-files'

/** A subfolder of a feature, and the siblings that it may import from. */
interface Subfolder {
  name: string
  mayImport: readonly string[]
}

/** The folders of `src/` that aren't features. */
const frame = ['api', 'boot', 'fonts', 'lib', 'session', 'shell', 'ui']

const text = readFileSync('docs/architecture.md', 'utf8')
const project = readProject()

/** The features of the product and their subfolders, as docs/architecture.md draws them. */
function readFeatures(): { name: string; subfolders: Subfolder[] }[] {
  const [, drawn = ''] = /^ {4}├── shell\/([\s\S]+?)^session\//m.exec(text) ?? []
  const pieces = drawn.split(/^ {4}[├└]── /m)
  const folders = readdirSync('src', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !frame.includes(entry.name))
    .map(({ name }) => name)
  return folders.map((folder) => {
    const name = `src/${folder}`
    const piece = pieces.find((one) => one.startsWith(`${folder}/`)) ?? ''
    const subfolders = [...piece.matchAll(/^ {4}│ {3}[├└]── ([a-z-]+)\/(?:.*→ (.+))?/gm)]
    return {
      name,
      subfolders: subfolders.map(([, subfolder, others]) => ({
        name: `${name}/${subfolder}`,
        mayImport: others?.split(', ').map((other) => `${name}/${other}`) ?? [],
      })),
    }
  })
}

const drawn = readFeatures()

const features: readonly string[] = drawn.map(({ name }) => name)

const [, serverDrawn = ''] =
  /^## The server's folders\n[\s\S]+?```\n([\s\S]+?)```/m.exec(text) ?? []

/** The levels of the server as docs/architecture.md draws them: a folder imports only what stands in levels below its own. */
const levels = serverDrawn
  .split('\n\n')
  .map((level) => Array.from(level.matchAll(/^([a-z-]+)\/ /gm), ([, name]) => `server/${name}`))

const rooms = levels.flat()

/** The subfolders of all features. They share the files directly in the feature's folder. */
const subfolders: readonly string[] = drawn.flatMap((feature) =>
  feature.subfolders.map(({ name }) => name),
)

const drawnFolders: readonly string[] = [...features, ...subfolders]

/**
 * The files of a feature that other features and the shell may import: its queries. Of the profile, which
 * every screen uses, a few more; of billing its days, which the audit log shows too, and what concerns people who go;
 * of passkeys what the sign-in and the profile show; of the account how to ask for the password.
 */
const publicFiles: readonly string[] = [
  ...drawnFolders.map((name) => `${name}/queries.ts`),
  'src/account/AccountPassword.tsx',
  'src/account/PasswordDialog.tsx',
  'src/billing/days.ts',
  'src/billing/PaymentGoesOn.tsx',
  'src/passkeys/PasskeyButton.tsx',
  'src/passkeys/PasskeyStep.tsx',
  'src/passkeys/PasskeysCard.tsx',
  'src/profile/WithProfile.tsx',
  'src/profile/organisation-link.ts',
]

/** The files about passkeys that folders below the features import: the boot script, and asking for a second factor. */
const passkeyFiles: Readonly<Record<string, readonly string[]>> = {
  'src/boot': ['src/passkeys/browser.ts'],
  'src/session': ['src/passkeys/PasskeyStep.tsx'],
}

/** The files of the contract that `src/boot`, `src/lib` and `src/ui` may import: they know nothing of the product. */
const plainFiles: readonly string[] = [
  'contract/csv.ts',
  'contract/money.ts',
  'contract/glued-link.ts',
  'contract/pasted-text.ts',
  'contract/search-text.ts',
]

const below = ['contract', 'src/api', 'src/lib', 'src/session', 'src/settings', 'src/ui']

/**
 * "Imports go one way" of docs/architecture.md: each place, and the places it may import from
 * besides itself. `src` is the files directly in that folder, which assemble the app. Separate rules
 * say which files of a feature others may import, and how `mocks` may be loaded.
 */
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
      // The process renders the signed-out screens.
      return level.map((room) => [
        room,
        room === 'server/node' ? [...lower, 'src/prerender'] : lower,
      ])
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

/** Reads each file that isn't generated. @returns the findings, each with its file. */
const inEach = (look: (file: SourceFile) => string[]) =>
  project
    .filter(({ path }) => !path.endsWith('.gen.ts'))
    .flatMap((file) => look(file).map((what) => `${file.path}: ${what}`))

/** Looks at each import. */
const inEachImport = (look: (file: SourceFile, entry: Import) => boolean) =>
  inEach((file) =>
    file.imports.flatMap((entry) => {
      const { path, specifier, kind } = entry
      return look(file, entry)
        ? [`imports ${path ?? specifier ?? 'a computed path'} (${kind})`]
        : []
    }),
  )

function mayImport(from: string, to: string, path: string): boolean {
  if (from === to || from === 'tests' || allowedImports[from]?.includes(to)) return true
  if (['src/boot', 'src/lib', 'src/ui'].includes(from) && plainFiles.includes(path)) return true
  if (passkeyFiles[from]?.includes(path)) return true
  return (isOfFeature(from) || from === 'src/shell') && publicFiles.includes(path)
}

test('imports go one way, between folders that are drawn', () => {
  const findings = inEach((file) => {
    const from = areaOf(file.path)
    if (from === null)
      return ['is in a folder that the drawings of docs/architecture.md do not have']
    return file.imports.flatMap(({ path }) => {
      const to = path === null ? from : areaOf(path)
      return to !== null && mayImport(from, to, path ?? '') ? [] : [`imports ${path}`]
    })
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

test('every cited decision exists', () => {
  const decisions = readDecisions()
  const findings = inEach(({ comments }) =>
    comments
      .flatMap((comment) => comment.match(/(?<![#\w-])D\d{1,3}\b/g) ?? [])
      .filter((number) => !decisions.has(number)),
  )
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

test('no file is longer than 500 lines', () => {
  const lengths = project.map(
    ({ path, text }) => [path, text.trimEnd().split('\n').length] as const,
  )
  const long = lengths.filter(([path, count]) => /\.tsx?$/.test(path) && count > 500)
  expect(long.filter(([path]) => !path.endsWith('.gen.ts'))).toEqual([])
})

test('the drawing in docs/architecture.md names every folder but features without subfolders, and no others', () => {
  const picture = text.split('```')[3]?.split(/\s+/) ?? []
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
