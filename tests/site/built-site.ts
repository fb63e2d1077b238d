import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseProject } from '../support/source-files'

const text = /\.(js|css|html|json|svg|txt|webmanifest)$/

/**
 * Reads the output of a build.
 * @param folder from the project's root.
 * @throws Error if it has no build.
 */
export function readBuiltSite(folder: string) {
  const root = fileURLToPath(new URL(`../../${folder}/`, import.meta.url))
  const files = new Map<string, Buffer>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = posix.join(entry.parentPath, entry.name)
    files.set(path.slice(root.length), readFileSync(path))
  }
  /** The text of one file. @throws Error if there is none. */
  const read = (path: string) => {
    const content = files.get(path)
    if (!content) throw new Error(`There is no ${folder}/${path}. Run \`npm run build\` first.`)
    return content.toString('utf8')
  }
  const paths = [...files.keys()].filter((path) => text.test(path))
  const scripts = paths.filter((path) => path.endsWith('.js'))
  const sources = parseProject(Object.fromEntries(scripts.map((path) => [path, read(path)])))
  const parsed = new Map(sources.map((file) => [file.path, file]))

  return {
    /** Every file, from the folder's root. */
    files,
    /** All readable files, joined, for searching. */
    text: paths.map((path) => `${path}\n${read(path)}`).join('\n'),
    read,
    /**
     * The scripts that a page or a chunk loads.
     * @param start paths of scripts.
     * @param kinds `static`: only those that must arrive before it runs.
     */
    scriptsFrom(start: readonly string[], kinds: 'static' | 'all') {
      const found = new Set(start)
      for (const path of found) {
        for (const entry of parsed.get(path)?.imports ?? []) {
          if (entry.path && (kinds === 'all' || entry.kind === 'static')) found.add(entry.path)
        }
      }
      return [...found]
    },
    /** The scripts in a page's HTML, `modulepreload` included. */
    scriptsOf: (page: string) =>
      [...read(page).matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\/([^"]+\.js)"/g)].map(
        ([, path]) => path ?? '',
      ),
  }
}
