import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { runnerImport } from 'vite'
import { environmentSchema, environmentSections } from '../server/node/settings/environment'
import type { SettingName } from '../src/settings'

const root = fileURLToPath(new URL('../', import.meta.url))

interface Setting {
  name: string
  /** Its description, as Markdown. */
  meaning: string
  /** The default, as Markdown. */
  initial: string
  /** The default as a value; empty where there is none. */
  value: string
}

const code = (value: string) => (value === '' ? '' : `\`${value}\``)

type Described = Parameters<typeof v.getMetadata>[0] & { default?: unknown }

/** @returns the server's settings, by section. */
function serverSettings(): [string, Setting[]][] {
  const inProduction: Record<string, Described> = environmentSchema(true).entries
  return Object.entries(environmentSections(false)).map(([section, settings]) => {
    const described = Object.entries<Described>(settings).map(([name, setting]): Setting => {
      const value = String(setting.default ?? '')
      const other = String(inProduction[name]?.default ?? '')
      const changes = other === value ? '' : `; in production ${code(other)}`
      const initial = String(v.getMetadata(setting).byDefault) || code(value) + changes
      return { name, meaning: v.getDescription(setting) ?? '', initial, value }
    })
    return [section, described]
  })
}

/**
 * The descriptions of the site's settings, and their defaults in words where src/settings.ts has none. They aren't there,
 * because every visit would download them.
 */
const siteDescriptions: Record<SettingName, [meaning: string, byDefault?: string]> = {
  productName: ['As `PRODUCT_NAME`.'],
  apiBaseUrl: ["The API's address, without a trailing slash.", "the site's own origin"],
  termsUrl: ['As `TERMS_URL`.'],
  privacyUrl: ['As `PRIVACY_URL`.'],
  supportUrl: ['As `SUPPORT_URL`.'],
  geolocationUrl: ['As `GEOLOCATION_URL`. If empty, prices are in USD.'],
  mailboxUrl: ['The page that shows captured mails.', 'none: mails are sent'],
  checkoutScriptUrl: ["The payment provider's checkout script."],
  checkoutKey: ["The id of this deployment's key at the payment provider."],
  subscriptionCurrency: ['As `SUBSCRIPTION_CURRENCY`.'],
  timeZone: ['As `TIME_ZONE`.'],
  extensions: [
    'What the server has [beyond the specification](extensions.md): `orglens`, `orglens,two-factor`, or nothing.',
  ],
}

/** @returns the site's settings. Loads src/settings.ts through Vite, without the build's settings. */
async function siteSettings(): Promise<Setting[]> {
  const { module } = await runnerImport<typeof import('../src/settings')>(
    `${root}src/settings.ts`,
    { configFile: false, root, envDir: false, envPrefix: 'NONE_', logLevel: 'error' },
  )
  const defaults: Record<string, unknown> = module.readSettings('{}')
  return Object.entries(siteDescriptions).map(([name, [meaning, byDefault]]) => {
    // Extensions have another type than text. Their default is empty.
    const value = String(defaults[name] ?? '')
    return { name, meaning, initial: byDefault ?? code(value), value }
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
  const variableOf = ({ name }: Setting) => `VITE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`

  const page = `# Settings

<!-- Written by \`npm run generate:docs\` from server/node/settings/environment.ts and scripts/setting-docs.ts. -->

Set these as environment variables, or in a file \`.env\` (UTF-8) in the server's folder, over which variables take
precedence; [\`.env.example\`](../.env.example) lists them to copy. An empty one counts as not set. The server doesn't
start with a wrong setting, and says which and why. Put a value with \`#\` into single quotes. In an address, write \`/\`,
\`#\` and \`@\` of a password as \`%2F\`, \`%23\` and \`%40\`.

${server
  .map(([title, settings]) => {
    const rows = settings.map(({ name, initial, meaning }) => [code(name), initial, meaning])
    return `## ${title}\n\n${table(['Variable', 'Default', 'Meaning'], rows)}`
  })
  .join('\n\n')}

## The site on a host of its own

Orglens's own server passes its settings to the site. For another host, set them at build, or later as JSON in the \`<script id="settings">\` of each \`index.html\`:
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
    ...server.map(([title, settings]) =>
      [
        `## ${title}`,
        ...settings.map(({ name, value, meaning }) => `${comment(meaning)}\n#${name}=${value}`),
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
