import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync, runnerImport, Visitor } from 'vite'
import { environmentSchema } from '../server/node/settings/environment'

const root = fileURLToPath(new URL('../', import.meta.url))

interface Setting {
  /** Its section's title; may be empty. */
  section: string
  name: string
  /** The comment above it, as Markdown. */
  meaning: string
  /** The default, as Markdown. */
  initial: string
  /** The same as a value; empty where there is none. */
  value: string
}

/** A documented property of an object. */
type Documented = Pick<Setting, 'section' | 'name' | 'meaning'> & { byDefault: string }

/**
 * Reads the comments above an object's properties: one with two stars for each property, and a line comment
 * before the first of a section.
 * @param code the module's.
 * @param constant the name of the object, or of the function that creates it.
 * @throws Error naming each property without a comment.
 */
export function documentedProperties(code: string, constant: string): Documented[] {
  const { program, comments } = parseSync('settings.ts', code)
  let start = -1
  const properties: { name: string; start: number }[] = []
  let end = -1
  new Visitor({
    VariableDeclarator(node) {
      if (node.id.type === 'Identifier' && node.id.name === constant) start = node.start
    },
    ObjectExpression(node) {
      if (start < 0 || node.start < start || end >= 0) return
      end = node.end
      for (const property of node.properties) {
        if (property.type === 'Property' && property.key.type === 'Identifier') {
          properties.push({ name: property.key.name, start: property.start })
        }
      }
    },
  }).visit(program)

  const silent: string[] = []
  const documented = properties.map(({ name, start: at }): Documented => {
    const before = comments.filter((comment) => comment.start > start && comment.end < at)
    const above = before.at(-1)
    const isAbove =
      above?.type === 'Block' &&
      above.value.startsWith('*') &&
      code.slice(above.end, at).trim() === ''
    const words = isAbove ? above.value.replace(/^\s*\*+ ?/gm, '') : ''
    const [meaning = '', byDefault = ''] = words.split('@default').map(plainLine)
    if (!meaning) silent.push(name)
    const title = before.findLast(
      (comment) => comment.type === 'Line' && /\n\s*$/.test(code.slice(0, comment.start)),
    )
    const section = title?.value.trim() ?? ''
    return { section, name, meaning, byDefault }
  })
  if (silent.length > 0 || documented.length === 0) {
    throw new Error(`Nothing above them says what they mean: ${silent.join(', ') || constant}`)
  }
  return documented
}

/** On one line, without the numbers of decisions. */
function plainLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ \(D\d+(, D\d+)*\)/g, '')
    .trim()
}

const code = (value: string) => (value === '' ? '' : `\`${value}\``)

function serverSettings(): Setting[] {
  const [plain, inProduction] = [false, true].map(
    (production) => environmentSchema(production).entries as Record<string, { default?: unknown }>,
  )
  const source = readFileSync(`${root}server/node/settings/environment.ts`, 'utf8')
  return documentedProperties(source, 'environmentSchema').map(({ byDefault, ...setting }) => {
    const value = String(plain?.[setting.name]?.default ?? '')
    const other = String(inProduction?.[setting.name]?.default ?? '')
    if (value && byDefault) throw new Error(`${setting.name} has two initial values`)
    const changes = other === value ? '' : `; in production ${code(other)}`
    return { ...setting, value, initial: byDefault || code(value) + changes }
  })
}

/** Loads a module of the app through Vite, without the build's settings. */
async function siteSettings(): Promise<Setting[]> {
  const { module } = await runnerImport<typeof import('../src/settings')>(
    `${root}src/settings.ts`,
    { configFile: false, root, envDir: false, envPrefix: 'NONE_', logLevel: 'error' },
  )
  const initial = module.readSettings('{}')
  const source = readFileSync(`${root}src/settings.ts`, 'utf8')
  return documentedProperties(source, 'known').map(({ byDefault, ...setting }) => {
    // What is read as something else than a text is empty by default.
    const value = String(initial[setting.name as keyof typeof initial] ?? '')
    return { ...setting, value, initial: byDefault || code(value) }
  })
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replace(
      /\| +(?=\|)/g,
      '| ',
    )
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** @returns docs/settings.md and .env.example, as the code has them. */
export async function settingDocs(): Promise<Record<string, string>> {
  const server = serverSettings()
  const site = await siteSettings()
  const sections = [...new Set(server.map(({ section }) => section))]
  const variableOf = ({ name }: Setting) => `VITE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`

  const page = `# Settings

<!-- Written by \`npm run generate:docs\` from server/node/settings/environment.ts and src/settings.ts. -->

The server reads its settings from environment variables and from a file \`.env\` in its working
directory, in UTF-8. Variables take precedence; an empty one counts as not set. With a wrong or incomplete setting the
server doesn't start, and says which one is wrong and why. [\`.env.example\`](../.env.example) lists them
all, to copy from.

${sections
  .map((title) => {
    const rows = server
      .filter(({ section }) => section === title)
      .map(({ name, initial, meaning }) => [code(name), initial, meaning])
    return `## ${title}\n\n${table(['Variable', 'Default', 'Meaning'], rows)}`
  })
  .join('\n\n')}

## The site on a host of its own

Orglens's own server passes its settings to the site. If another host serves the site, set them as variables
at build time, or later as JSON in the \`<script id="settings">\` of each \`index.html\`:
\`{"apiBaseUrl": "https://api.example.com"}\`.

${table(
  ['Variable at build', 'In JSON', 'Default', 'Meaning'],
  site.map((setting) => [
    code(variableOf(setting)),
    code(setting.name),
    setting.initial,
    setting.meaning,
  ]),
)}
`

  const example = [
    '# Copy to .env and change what you need. As tables: docs/settings.md.\n# Written by `npm run generate:docs`.',
    ...sections.map((title) =>
      [
        `## ${title}`,
        ...server
          .filter(({ section }) => section === title)
          .map(({ name, value, meaning }) => `${comment(meaning)}\n#${name}=${value}`),
      ].join('\n\n'),
    ),
    [
      '## The site on a host of its own: for `npm run build`',
      ...site.map(
        (setting) => `${comment(setting.meaning)}\n#${variableOf(setting)}=${setting.value}`,
      ),
    ].join('\n\n'),
  ]
  return { 'docs/settings.md': page, '.env.example': `${example.join('\n\n')}\n` }
}

/** Wraps a text at 100 characters, as comments with a hash. */
function comment(markdown: string): string {
  const words = markdown
    .replace(/\[(.*?)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .split(' ')
  const lines = ['#']
  for (const word of words) {
    const last = `${lines.at(-1)} ${word}`
    if (last.length <= 100) lines[lines.length - 1] = last
    else lines.push(`# ${word}`)
  }
  return lines.join('\n')
}
