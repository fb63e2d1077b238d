import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const component = fileURLToPath(new URL('../src/ui/lucide-icon.ts', import.meta.url))

/**
 * Lets a build draw Lucide's icons with `src/ui/lucide-icon.ts`: a kilobyte less on every page. Without
 * the keys of their lines, too: random letters can't be compressed, and the lines never change places.
 */
export function lucideIconsPlugin(): Plugin {
  return {
    name: 'orglens:lucide-icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /createLucideIcon\.mjs$/ },
      handler: () => component,
    },
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\// },
      handler: (code) => code.replaceAll(/, key: "\w+"/g, ''),
    },
  }
}
