import { isBuiltin } from 'node:module'
import {
  allowedImports,
  areaOf,
  isOfFeature,
  passkeyFiles,
  plainFiles,
  publicFiles,
} from './architecture-areas'
import type { Import, SourceFile } from './source-files'

export interface Rule {
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
  if (from === 'src/lib' || from === 'src/ui') return plainFiles.includes(path)
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

const devtoolsStayInDevelopment = eachImport(
  'developer tools are loaded dynamically, from src/Devtools.tsx',
  (file, { path, specifier, kind }) =>
    (/-devtools$/.test(specifier ?? '') && file.path !== 'src/Devtools.tsx') ||
    (path === 'src/Devtools.tsx' && !(file.path === 'src/main.tsx' && kind === 'dynamic'))
      ? `imports ${path ?? specifier} (${kind})`
      : false,
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

const noBarrels = eachFile(
  'no file re-exports another module or is a catch-all like utils.ts',
  (file) => [
    ...(file.reExports ? ['re-exports another module'] : []),
    ...(/^(utils?|helpers?|misc|common|index)\.tsx?$/.test(nameOf(file.path)) &&
    !file.path.startsWith('routes/')
      ? ['has a name that says nothing']
      : []),
  ],
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

const namedFilesExist: Rule = {
  name: 'every file that a comment names exists',
  findings(files) {
    const paths = new Set(files.map(({ path }) => path))
    const named = /(?<![\w./-])(?:[\w-]+\/)+[\w$.{}-]+\.(?:tsx?|css|html)\b/g
    const isOurs = (name: string) =>
      files.some(({ path }) => path.startsWith(`${name.split('/', 1)}/`))
    return files.flatMap((file) =>
      (isScript(file) ? file.comments : [])
        .flatMap((comment) => comment.match(named) ?? [])
        .filter((name) => isOurs(name) && !paths.has(name))
        .map((name) => `${file.path}: names ${name}, which does not exist`),
    )
  },
}

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

/** Above the first of these a test warns, above the second it fails: a limit without room breeds tricks. */
const lines = { guide: 400, most: 500 }
/** As many names as fit on a screen. */
const filesInFolder = { guide: 24, most: 32 }

function longFiles(files: readonly SourceFile[], most: number): string[] {
  return files
    .filter((file) => isScript(file) && !generated(file))
    .map(({ path, text }) => ({ path, count: text.trimEnd().split('\n').length }))
    .filter(({ count }) => count > most)
    .map(({ path, count }) => `${path} has ${count} lines`)
}

function largeFolders(files: readonly SourceFile[], most: number): string[] {
  const folders = new Map<string, number>()
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf('/'))
    if (/^(src|server)\//.test(folder)) folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  return [...folders]
    .filter(([, count]) => count > most)
    .map(([folder, count]) => `${folder} holds ${count} files`)
}

/** @returns files and folders that should be split when somebody works on them next. */
export const tooLarge = (files: readonly SourceFile[]): string[] => [
  ...longFiles(files, lines.guide),
  ...largeFolders(files, filesInFolder.guide),
]

const filesAreShort: Rule = {
  name: 'no file is longer than 500 lines',
  findings: (files) => longFiles(files, lines.most),
}

const foldersAreSmall: Rule = {
  name: 'no folder of the app or the server holds more than 32 files',
  findings: (files) => largeFolders(files, filesInFolder.most),
}

export const rules: readonly Rule[] = [
  importsGoOneWay,
  mocksAreLoadedByEntriesOnly,
  devtoolsStayInDevelopment,
  apiRunsInTheBrowser,
  appIsForBrowsers,
  importsAreReadable,
  routesExportOnlyRoute,
  noBarrels,
  filesAreNamed,
  decisionsExist,
  namedFilesExist,
  nothingPostponed,
  filesAreShort,
  stateIsNamed,
  unitTestsMockNoModule,
  foldersAreSmall,
]
