import { readdirSync, readFileSync } from 'node:fs'

/** A subfolder of a feature, and the siblings that it may import from. */
interface Subfolder {
  name: string
  mayImport: readonly string[]
}

/** The folders of `src/` that aren't features. */
const frame = ['api', 'boot', 'fonts', 'lib', 'session', 'shell', 'ui']

/** The features of the product and their subfolders, as docs/architecture.md draws them. */
function readFeatures(): { name: string; subfolders: Subfolder[] }[] {
  const text = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
  const [, drawn = ''] = /^ {4}├── shell\/([\s\S]+?)^session\//m.exec(text) ?? []
  const pieces = drawn.split(/^ {4}[├└]── /m)
  const folders = readdirSync(new URL('../../src', import.meta.url), { withFileTypes: true })
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

/** The features of the product, one folder each. */
const features: readonly string[] = drawn.map(({ name }) => name)

/** The interfaces that the domain uses, with their implementations. */
const interfaces = [
  'server/dashboards',
  'server/mail',
  'server/passwords',
  'server/payments',
  'server/plans',
  'server/store',
]

/** Areas of the server that are single files, or folders named differently. */
const serverAreas: Readonly<Record<string, string>> = {
  'node.ts': 'server/node',
  'move-to-postgresql.ts': 'server/node',
  'explain.ts': 'server/node',
  'admin.ts': 'server/node',
  'backup.ts': 'server/node',
  'restore.ts': 'server/node',
  'command.ts': 'server/node',
  'command-settings.ts': 'server/node',
  'host.ts': 'server/host',
  'open-store.ts': 'server/host',
  'environment.ts': 'server/host',
  'settings.ts': 'server/host',
  'setting-choices.ts': 'server/host',
  'setting-formats.ts': 'server/host',
  'setting-names.ts': 'server/host',
  'setting-safety.ts': 'server/host',
  'openapi.ts': 'server/host',
  edge: 'server/host',
  site: 'server/host',
  watch: 'server/host',
  'app.ts': 'server/app',
  'handler.ts': 'server/routes',
  'read-body.ts': 'server/routes',
  'services.ts': 'server/domain',
  'limits.ts': 'server/domain',
  'networks.ts': 'server/domain',
  'http-error.ts': 'server/domain',
  'time.ts': 'server/domain',
  'demo.ts': 'server/domain',
  'demo-entries.ts': 'server/domain',
  'demo-history.ts': 'server/domain',
  'log.ts': 'server/log',
}

/**
 * The files of a feature that other features and the shell may import: its queries. Of the profile, which
 * every screen uses, two more; of billing its days, which the audit log shows too, and what concerns people who go.
 */
export const publicFiles: readonly string[] = [
  ...features.map((name) => `${name}/queries.ts`),
  'src/billing/days.ts',
  'src/billing/PaymentGoesOn.tsx',
  'src/profile/WithProfile.tsx',
  'src/profile/organisation-link.ts',
]

/** The subfolders of all features. They share the files directly in the feature's folder. */
const subfolders: readonly string[] = drawn.flatMap((feature) =>
  feature.subfolders.map(({ name }) => name),
)

/** Every folder of a feature in the drawing. */
export const drawnFolders: readonly string[] = [...features, ...subfolders]

const below = ['contract', 'src/api', 'src/lib', 'src/session', 'src/settings', 'src/ui']

/**
 * "Imports go one way" of docs/architecture.md: each place, and the places it may import from
 * besides itself. `src` is the files directly in that folder, which assemble the app. Separate rules
 * say which files of a feature others may import, and how `mocks` may be loaded.
 */
export const allowedImports: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  'src/lib': [],
  'src/ui': ['src/lib'],
  'src/settings': ['contract', 'src/lib'],
  'src/boot': ['src/api', 'src/session'],
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
  'server/log': [],
  // For the version.
  'package.json': [],
  'server/store': ['contract', 'server/log', 'package.json'],
  'server/plans': ['contract', 'server/store'],
  'server/dashboards': ['contract', 'server/store'],
  'server/mail': ['contract', 'server/log', 'server/store'],
  'server/passwords': ['contract'],
  'server/payments': ['contract', 'server/log', 'server/store', 'server/plans'],
  'server/domain': ['contract', 'server/log', ...interfaces],
  'server/routes': ['contract', 'server/log', 'server/domain', ...interfaces],
  'server/work': ['contract', 'server/log', 'server/domain', ...interfaces],
  'server/app': ['contract', 'server/routes', 'server/domain'],
  'server/host': [
    'contract',
    'package.json',
    'server/log',
    'server/app',
    'server/routes',
    'server/work',
    'server/domain',
    ...interfaces,
  ],
  'server/node': ['server/host', 'server/domain', 'server/log', 'server/store', 'src/prerender'],
  'server/doctor': ['server/node', 'server/host', 'server/domain', ...interfaces],
  mocks: ['contract', 'server/app', 'server/work', 'server/domain', 'server/log', ...interfaces],
  scripts: ['server/host', 'src/settings'],
  vite: ['src/prerender'],
  /** Configuration files at the root. */
  root: ['contract', 'scripts', 'tests', 'vite'],
}

/** @returns the area that a path belongs to, or null if docs/architecture.md has none. */
export function areaOf(path: string): string | null {
  const [first = '', second = '', third = ''] = path.split('/')
  if (!second) return first in allowedImports ? first : 'root'
  if (first === 'tests') return first
  if (first === '.ci') return 'root'
  if (first === 'server') {
    const area = serverAreas[second] ?? `server/${second}`
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

/** Whether an area belongs to a feature of the product. */
export function isOfFeature(area: string): boolean {
  return features.some((feature) => area === feature || area.startsWith(`${feature}/`))
}
