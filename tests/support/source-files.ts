import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'

/** One place where a file names another. */
export interface Import {
  /** As it is written; null where a dynamic import computes it. */
  specifier: string | null
  /** Types are gone before anything runs. */
  kind: 'static' | 'dynamic' | 'type'
  /** The file or folder it leads to, from the project's root; null for packages. */
  path: string | null
}

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string
  text: string
  imports: Import[]
}

const script = /\.(tsx?|js)$/
const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = [
  ...['.ci', 'contract', 'mocks', 'routes', 'scripts', 'server'],
  ...['src', 'standalone', 'tests', 'vite'],
]

function resolvePath(from: string, specifier: string, known: ReadonlySet<string>): string | null {
  if (!/^\.{1,2}(\/|$)/.test(specifier)) return null
  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`]
  return candidates.find((candidate) => known.has(candidate)) ?? path
}

function parse(path: string, text: string, known: ReadonlySet<string>): SourceFile {
  const file: SourceFile = { path, text, imports: [] }
  if (!script.test(path)) return file
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const add = (specifier: string | null, kind: Import['kind']) =>
    file.imports.push({ specifier, kind, path: specifier && resolvePath(path, specifier, known) })

  new Visitor({
    ImportDeclaration: ({ source, importKind }) =>
      add(source.value, importKind === 'type' ? 'type' : 'static'),
    ExportAllDeclaration: ({ source, exportKind }) =>
      add(source.value, exportKind === 'type' ? 'type' : 'static'),
    ExportNamedDeclaration: ({ source, exportKind }) => {
      if (source) add(source.value, exportKind === 'type' ? 'type' : 'static')
    },
    ImportExpression: ({ source }) => {
      // Minifiers write plain strings as templates.
      const isPlain = source.type === 'TemplateLiteral' && source.expressions.length === 0
      const literal = source.type === 'Literal' ? source.value : null
      const specifier = isPlain ? source.quasis[0]?.value.cooked : literal
      add(typeof specifier === 'string' ? specifier : null, 'dynamic')
    },
    TSImportType: ({ source }) => add(source.value, 'type'),
  }).visit(program)

  return file
}

/**
 * @param texts every file of a project: its path from the root, and what is in it. Scripts of a
 *   build are read in the same way.
 * @throws Error naming the file that can't be parsed.
 */
export function parseProject(texts: Readonly<Record<string, string>>): SourceFile[] {
  const known = new Set(Object.keys(texts))
  return Object.entries(texts).map(([path, text]) => parse(path, text, known))
}

/** @returns every file of code in this project, those at its root included. */
export function readProject(): SourceFile[] {
  const texts: Record<string, string> = {}
  const read = (path: string) => {
    if (/\.(ts|tsx|css|html)$|^\.ci\//.test(path)) texts[path] = readFileSync(root + path, 'utf8')
  }
  for (const folder of folders) {
    for (const entry of readdirSync(root + folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) read(posix.join(entry.parentPath.slice(root.length), entry.name))
    }
  }
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.isFile()) read(entry.name)
  }
  return parseProject(texts)
}
