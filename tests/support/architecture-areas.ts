import { readdirSync, readFileSync } from 'node:fs'

/** A room of a subject that has several, and those beside it that it may import from. */
interface Room {
  name: string
  mayImport: readonly string[]
}

/** The folders of `src/` that are no subject. */
const frame = ['api', 'boot', 'fonts', 'lib', 'session', 'shell', 'ui']

/**
 * The subjects of the product, one folder each, with the rooms that docs/architecture.md draws in "The
 * client's rooms".
 */
function allSubjects(): { name: string; rooms: Room[] }[] {
  const text = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
  const [, drawn = ''] = /^ {4}├── shell\/([\s\S]+?)^session\//m.exec(text) ?? []
  const pieces = drawn.split(/^ {4}[├└]── /m)
  const folders = readdirSync(new URL('../../src', import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !frame.includes(entry.name))
    .map(({ name }) => name)
  return folders.map((folder) => {
    const name = `src/${folder}`
    const piece = pieces.find((one) => one.startsWith(`${folder}/`)) ?? ''
    const rooms = [...piece.matchAll(/^ {4}│ {3}[├└]── ([a-z-]+)\/(?:.*→ (.+))?/gm)]
    return {
      name,
      rooms: rooms.map(([, room, others]) => ({
        name: `${name}/${room}`,
        mayImport: others?.split(', ').map((other) => `${name}/${other}`) ?? [],
      })),
    }
  })
}

const drawn = allSubjects()

/** The subjects of the product, one folder each. */
const subjects: readonly string[] = drawn.map(({ name }) => name)

/** What the domain decides over: interfaces, and their kinds beside them. */
const interfaces = [
  'server/dashboards',
  'server/mail',
  'server/passwords',
  'server/payments',
  'server/plans',
  'server/store',
]

/** Rooms of the server that are single files, or folders not named after their room. */
const serverRooms: Readonly<Record<string, string>> = {
  'node.ts': 'server/node',
  'move-to-postgresql.ts': 'server/node',
  'explain.ts': 'server/node',
  'admin.ts': 'server/node',
  'command.ts': 'server/node',
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
 * What of a subject the other subjects and the frame may have: its queries, and of the profile, which
 * every screen leans on, what goes with them.
 */
export const doors: readonly string[] = [
  ...subjects.map((name) => `${name}/queries.ts`),
  'src/profile/WithProfile.tsx',
  'src/profile/organisation-link.ts',
]

/** The rooms of all subjects that have several. Right in its folder, at its door, is what they share. */
const rooms: readonly string[] = drawn.flatMap((subject) => subject.rooms.map(({ name }) => name))

/** Every folder that the picture has of a subject. */
export const drawnRooms: readonly string[] = [...subjects, ...rooms]

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
  'src/settings': ['contract', 'src/lib'],
  'src/boot': ['src/api', 'src/session'],
  'src/api': ['contract', 'src/lib', 'src/settings'],
  'src/session': ['contract', 'src/api', 'src/lib', 'src/settings', 'src/ui'],
  ...Object.fromEntries(
    drawn.flatMap((subject) => [
      [subject.name, [...below, ...subject.rooms.map(({ name }) => name)]],
      ...subject.rooms.map(({ name, mayImport }) => [name, [...below, subject.name, ...mayImport]]),
    ]),
  ),
  'src/shell': below,
  src: [...below, ...subjects, 'src/shell', 'src/boot', 'mocks'],
  // It draws their pages as they look first.
  'src/prerender': [...below, ...subjects, ...rooms, 'src/shell', 'src'],
  routes: [...below, ...subjects, ...rooms, 'src/shell', 'src'],
  standalone: ['contract', 'src', 'src/lib', 'src/ui', 'src/settings', 'mocks'],
  'server/log': [],
  // Which version it is.
  'package.json': [],
  'server/store': ['contract', 'server/log'],
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
  mocks: ['contract', 'server/app', 'server/work', 'server/domain', 'server/log', ...interfaces],
  scripts: ['server/host', 'src/settings'],
  vite: ['src/prerender'],
  /** The tools' settings at the root. */
  root: ['contract', 'scripts', 'tests', 'vite'],
}

/** @returns the place that a path belongs to, or null where docs/architecture.md knows none. */
export function areaOf(path: string): string | null {
  const [first = '', second = '', third = ''] = path.split('/')
  if (!second) return first in allowedImports ? first : 'root'
  if (first === 'tests') return first
  if (first === '.ci') return 'root'
  if (first === 'server') {
    const room = serverRooms[second] ?? `server/${second}`
    return room in allowedImports ? room : null
  }
  if (first !== 'src') return first in allowedImports ? first : null
  if (/^settings(\.ts)?$/.test(second)) return 'src/settings'
  if (/^prerender(\.tsx)?$/.test(second)) return 'src/prerender'
  const folder = `src/${second}`
  if (`${folder}/${third}` in allowedImports) return `${folder}/${third}`
  if (folder in allowedImports) return folder
  return path.split('/').length === 2 ? 'src' : null
}

/** Whether a place belongs to a subject of the product. */
export function isOfSubject(area: string): boolean {
  return subjects.some((subject) => area === subject || area.startsWith(`${subject}/`))
}
