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

interface Rule {
  name: string
  /**
   * @param files the whole project
   * @param decisions the numbers that docs/decisions.md holds
   * @returns one line for each place that breaks the rule
   */
  findings(files: readonly SourceFile[], decisions: ReadonlySet<string>): string[]
}

const generated = (file: SourceFile) => /\.gen\.ts$/.test(file.path)
const isScript = (file: SourceFile) => /\.tsx?$/.test(file.path)
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
/** In two halves, so that this file doesn't break its own rule. */
const postponed = new RegExp(`\\b(${'TO'}${'DO'}|${'FIX'}${'ME'})\\b`)

/** A rule that looks at one file at a time. Generated files are exempt. */
function eachFile(
  name: string,
  look: (file: SourceFile, decisions: ReadonlySet<string>) => string[],
): Rule {
  return {
    name,
    findings: (files, decisions) =>
      files
        .filter((file) => !generated(file))
        .flatMap((file) => look(file, decisions).map((what) => `${file.path}: ${what}`)),
  }
}

function eachImport(name: string, look: (file: SourceFile, entry: Import) => string | false): Rule {
  return eachFile(name, (file) =>
    file.imports.flatMap((entry) => {
      const what = look(file, entry)
      return what ? [what] : []
    }),
  )
}

function mayImport(from: string, to: string, path: string): boolean {
  if (from === to || from === 'tests' || allowedImports[from]?.includes(to)) return true
  if (['src/boot', 'src/lib', 'src/ui'].includes(from) && plainFiles.includes(path)) return true
  if (passkeyFiles[from]?.includes(path)) return true
  return (isOfFeature(from) || from === 'src/shell') && publicFiles.includes(path)
}

const importsGoOneWay = eachFile('imports go one way', (file) => {
  const from = areaOf(file.path)
  if (from === null) return ['is in a folder that the drawings of docs/architecture.md do not have']
  return file.imports.flatMap(({ path }) => {
    const to = path === null ? from : areaOf(path)
    if (to === null) return [`imports ${path}, in an area that docs/architecture.md does not have`]
    return mayImport(from, to, path ?? '') ? [] : [`imports ${path}`]
  })
})

/** The first script of each page that talks to the API. */
const entries = [
  'src/main.tsx',
  'standalone/dev/mailbox/main.ts',
  'standalone/sample-analytics/link.ts',
]

const mocksAreLoadedByEntriesOnly = eachImport(
  'only entries of pages that call the API load mock mode, and dynamically',
  (file, { path, kind }) => {
    const from = areaOf(file.path)
    if (path === null || areaOf(path) !== 'mocks' || from === 'mocks' || from === 'tests') {
      return false
    }
    return !(entries.includes(file.path) && kind === 'dynamic') && `imports ${path} (${kind})`
  },
)

const ofTheServer = /^(drizzle-orm|pg|@electric-sql|@node-rs|@hono\/node-server|nodemailer)(\/|$)/

const apiRunsInTheBrowser: Rule = {
  name: 'the API and mock mode run in a browser: no Node, no SQL',
  findings(files) {
    const byPath = new Map(files.map((file) => [file.path, file]))
    /** The import chains to everything that is reached. */
    const ways = new Map(['server/app/app.ts', 'mocks/browser.ts'].map((path) => [path, [path]]))
    const found: string[] = []
    for (const [from, way] of ways) {
      for (const { path, specifier, kind } of byPath.get(from)?.imports ?? []) {
        if (kind === 'type') continue
        const next = [...way, path ?? specifier ?? '?']
        if (path && !ways.has(path)) ways.set(path, next)
        const isWrong = specifier && (isBuiltin(specifier) || ofTheServer.test(specifier))
        if (isWrong) found.push(next.join(' -> '))
      }
    }
    return found
  },
}

const appIsForBrowsers = eachImport(
  'the app imports no package of Node, the server or the tests',
  (file, { path, specifier, kind }) =>
    /^(src|routes|standalone)\//.test(file.path) &&
    path === null &&
    kind !== 'type' &&
    specifier !== null &&
    (isBuiltin(specifier) ||
      /^(hono|@hono|drizzle-orm|pg|@electric-sql|@node-rs|jose|msw|nodemailer|vitest|@playwright)(\/|$)/.test(
        specifier,
      )) &&
    `imports ${specifier}`,
)

const importsAreReadable = eachImport(
  'every import has a literal path, so that these rules can be checked',
  (_file, { specifier }) => specifier === null && 'imports a computed path',
)

const routesExportOnlyRoute = eachFile('a route file exports only its route', (file) =>
  file.path.startsWith('routes/') && file.exports.join() !== 'Route'
    ? [`exports ${file.exports.join(', ') || 'nothing'}`]
    : [],
)

const filesAreNamed = eachFile(
  'components are named PascalCase.tsx after what they export, everything else in kebab-case',
  (file) => {
    if (/^(routes|\.ci)\//.test(file.path)) return []
    const name = nameOf(file.path)
    if (/^([A-Z][a-z0-9]*)+\.tsx$/.test(name)) {
      const component = name.replace('.tsx', '')
      return file.exports.includes(component) ? [] : [`does not export ${component}`]
    }
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.(tsx?|css|html)$/.test(name)) {
      return ['is neither PascalCase.tsx nor kebab-case']
    }
    const component = name.endsWith('.tsx') && file.exports.find((name) => /^[A-Z]/.test(name))
    return component ? [`exports the component ${component}: name it ${component}.tsx`] : []
  },
)

const decisionsExist = eachFile('every cited decision exists', (file, decisions) =>
  file.comments
    .flatMap((comment) => comment.match(/(?<![#\w-])D\d{1,3}\b/g) ?? [])
    .filter((number) => !decisions.has(number))
    .map((number) => `cites ${number}, which docs/decisions.md does not have`),
)

const nothingPostponed = eachFile('no comment postpones work', (file) => {
  const word = postponed.exec(file.text)?.[0]
  return word ? [`says ${word}`] : []
})

const stateIsNamed = eachFile(
  'the app keeps module-level state only in src/lib/page-state.ts, by name',
  ({ path, text }) => {
    if (!/^(src|routes)\//.test(path) || path === 'src/lib/page-state.ts') return []
    const found = text.match(
      /^(?:export )?(?:let|var) \w+|^.*= new (?:Weak)?(?:Map|Set)\b.*\(\)$/gm,
    )
    return (found ?? []).filter((line) => !/^\s/.test(line)).map((line) => `keeps ${line}`)
  },
)

/** Files of unit tests share what was loaded before them, where a mocked module would come too late. */
const unitTestsMockNoModule = eachFile('unit tests mock no module: they share them', (file) =>
  file.path.startsWith('tests/unit/') && /\bvi\.(do)?mock\(/i.test(file.text)
    ? ['replaces a module: inject what it needs, or test it in another project']
    : [],
)

const filesAreShort = eachFile('no file is longer than 500 lines', (file) => {
  const count = file.text.trimEnd().split('\n').length
  return isScript(file) && count > 500 ? [`has ${count} lines`] : []
})

const foldersAreSmall: Rule = {
  name: 'no folder of the app or the server holds more than 32 files',
  findings(files) {
    const folders = new Map<string, number>()
    for (const { path } of files) {
      const folder = path.slice(0, path.lastIndexOf('/'))
      if (/^(src|server)\//.test(folder)) folders.set(folder, (folders.get(folder) ?? 0) + 1)
    }
    return [...folders]
      .filter(([, count]) => count > 32)
      .map(([folder, count]) => `${folder} holds ${count} files`)
  },
}

const rules: readonly Rule[] = [
  importsGoOneWay,
  mocksAreLoadedByEntriesOnly,
  apiRunsInTheBrowser,
  appIsForBrowsers,
  importsAreReadable,
  routesExportOnlyRoute,
  filesAreNamed,
  decisionsExist,
  nothingPostponed,
  filesAreShort,
  stateIsNamed,
  unitTestsMockNoModule,
  foldersAreSmall,
]

const decisions = readDecisions()
const project = readProject()

test.each(rules)('$name', ({ findings }) => {
  expect(findings(project, decisions)).toEqual([])
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
