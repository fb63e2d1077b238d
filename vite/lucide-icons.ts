import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const component = fileURLToPath(new URL('../src/ui/lucide-icon.ts', import.meta.url))

/** Lets a build draw Lucide's icons with `src/ui/lucide-icon.ts`: a kilobyte less on every page. */
export function lucideIconsPlugin(): Plugin {
  return {
    name: 'orglens:lucide-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: () => component,
    },
  }
}
