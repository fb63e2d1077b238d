/** The subjects of the product, one folder each. */
export const subjects: readonly string[] = [
  'src/account',
  'src/analytics',
  'src/billing',
  'src/profile',
  'src/team',
]

const below = ['contract', 'src/api', 'src/lib', 'src/session', 'src/settings', 'src/ui']

/**
 * "Imports go one way" of docs/architecture.md: each place, and the places it may import from
 * besides itself. `src` is the files right in that folder, which put the app together. Rules of
 * their own say which files of a subject others may have, and how `mocks` may be loaded.
 */
export const allowedImports: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  'src/lib': [],
  'src/ui': ['src/lib'],
  'src/settings': ['src/lib'],
  'src/boot': [],
  'src/api': ['contract', 'src/lib', 'src/settings'],
  'src/session': ['contract', 'src/api', 'src/lib', 'src/settings'],
  ...Object.fromEntries(subjects.map((name) => [name, below])),
  'src/shell': below,
  src: [...below, ...subjects, 'src/shell', 'mocks'],
  routes: [...below, ...subjects, 'src/shell', 'src'],
  standalone: ['contract', 'src', 'src/lib', 'src/ui', 'src/settings', 'mocks'],
  server: ['contract'],
  mocks: ['contract', 'server'],
  scripts: [],
  vite: [],
  /** The tools' settings at the root. */
  root: ['scripts', 'tests', 'vite'],
}

/** @returns the place that a path belongs to, or null where docs/architecture.md knows none. */
export function areaOf(path: string): string | null {
  const [first = '', second = ''] = path.split('/')
  if (!second) return first in allowedImports ? first : 'root'
  if (first === 'tests') return first
  if (first === '.ci') return 'root'
  if (first !== 'src') return first in allowedImports ? first : null
  if (/^settings(\.ts)?$/.test(second)) return 'src/settings'
  const folder = `src/${second}`
  if (folder in allowedImports) return folder
  return path.split('/').length === 2 ? 'src' : null
}
