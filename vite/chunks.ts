import type { Plugin, Rolldown } from 'vite'

const entry = /\/src\/main\.tsx$/
const listOfIcons = /\/lucide-react\/dist\/esm\/lucide-react\.\w+$/

/** What every screen needs, in one file: on a slow line each file costs a round trip. */
const framework =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(history|react-router|router-core|react-store|store|react-query|query-core))\/|rolldown\/runtime/

/** What calls the API: asked for once the first screen is alive (`src/api/later-call.ts`). */
const calls = /\/(contract|src\/api)\/|node_modules\/(ky|valibot)\//

const first = new Set<string>()

/**
 * The files that the app's code is put into, the highest priority counting: the framework, all else
 * that a first screen needs, what calls the API, and what later screens have in common.
 */
export const chunkGroups = [
  { name: 'framework', test: framework, priority: 4 },
  { name: 'first', test: (id: string) => first.has(id), priority: 3 },
  { name: 'calls', test: calls, priority: 2 },
  { name: 'later', test: /\/src\/(ui|lib)\/|lucide-react/, minShareCount: 2, priority: 1 },
]

/** Finds out what the app's entry leads to without waiting for anything. */
export function chunksPlugin(): Plugin {
  return {
    name: 'orglens:chunks',
    apply: 'build',
    buildEnd() {
      first.clear()
      const start = [...this.getModuleIds()].find((id) => entry.test(id))
      if (start === undefined) return
      const found = new Set([start])
      for (const id of found) {
        // All icons are in one list: only those that are named count.
        if (!listOfIcons.test(id)) {
          for (const next of this.getModuleInfo(id)?.importedIds ?? []) found.add(next)
        }
        for (const next of iconsIn(id, this)) found.add(next)
      }
      found.delete(start)
      for (const id of found) first.add(id)
    },
  }
}

/** @returns the modules of the icons that a module imports by name. */
function iconsIn(id: string, context: Rolldown.PluginContext): string[] {
  const code = context.getModuleInfo(id)?.code ?? ''
  const [, names] = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/.exec(code) ?? []
  const list = [...context.getModuleIds()].find((other) => listOfIcons.test(other))
  if (names === undefined || list === undefined) return []
  const wanted = names.split(',').map((name) => name.trim().split(/\s+/)[0] ?? '')
  const lines = (context.getModuleInfo(list)?.code ?? '').split('\n')
  return wanted.flatMap((name) => {
    const line = lines.find((text) => new RegExp(`\\bas ${name}\\b`).test(text))
    const [, file] = /\.\/(icons\/[^'"]+)/.exec(line ?? '') ?? []
    return file ? [list.replace(/[^/]+$/, file)] : []
  })
}
