import { readdirSync, readFileSync } from 'node:fs'

/** A subfolder of a feature, and the siblings that it may import from. */
interface Subfolder {
  name: string
  mayImport: readonly string[]
}

/** The folders of `src/` that aren't features. */
const frame = ['api', 'boot', 'fonts', 'lib', 'session', 'shell', 'ui']

const text = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')

/** The features of the product and their subfolders, as docs/architecture.md draws them. */
function readFeatures(): { name: string; subfolders: Subfolder[] }[] {
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

export const drawnFolders: readonly string[] = [...features, ...subfolders]

/**
 * The files of a feature that other features and the shell may import: its queries. Of the profile, which
 * every screen uses, a few more; of billing its days, which the audit log shows too, and what concerns people who go;
 * of passkeys what the sign-in and the profile show; of the account the sessions, one of which names this browser, and
 * how to ask for the password.
 */
export const publicFiles: readonly string[] = [
  ...drawnFolders.map((name) => `${name}/queries.ts`),
  'src/account/AccountPassword.tsx',
  'src/account/PasswordDialog.tsx',
  'src/account/sessions.ts',
  'src/billing/days.ts',
  'src/billing/PaymentGoesOn.tsx',
  'src/passkeys/PasskeyButton.tsx',
  'src/passkeys/PasskeyStep.tsx',
  'src/passkeys/PasskeysCard.tsx',
  'src/profile/WithProfile.tsx',
  'src/profile/organisation-link.ts',
]

/** The files about passkeys that folders below the features import: the boot script, and asking for a second factor. */
export const passkeyFiles: Readonly<Record<string, readonly string[]>> = {
  'src/boot': ['src/passkeys/browser.ts'],
  'src/session': ['src/passkeys/PasskeyStep.tsx'],
}

/** The files of the contract that `src/lib` and `src/ui` may import: they know nothing of the product. */
export const plainFiles: readonly string[] = ['contract/csv.ts', 'contract/money.ts']

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
export function areaOf(path: string): string | null {
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

export function isOfFeature(area: string): boolean {
  return features.some((feature) => area === feature || area.startsWith(`${feature}/`))
}
