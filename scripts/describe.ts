/**
 * `npm run -s describe`: prints what clients and operators can rely on, to be compared before and after a change that
 * shouldn't touch it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describeApi } from '../server/app/openapi'
import { logMessages } from './log-messages'
import { settingDocs } from './setting-docs'

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(`server/${file}`, 'utf8'))
const found = (pattern: RegExp) => sources.flatMap((source) => source.match(pattern) ?? [])
const { 'docs/settings.md': settings = '' } = await settingDocs()

for (const [title, lines] of Object.entries({
  'The API': [JSON.stringify(describeApi('Orglens'), null, 1)],
  Settings: [settings],
  'Help of the commands': found(
    /const usage =[\s\S]*?(?=\n\n[/a-z])|'[^'\n]*npm run restore[^'\n]*'/g,
  ),
  Metrics: found(/'orglens_[a-z_]+'/g),
  'Lines of the log': logMessages().map(
    ({ level, text }) => `${level}: ${text ?? 'made where it is logged'}`,
  ),
})) {
  console.info(`# ${title}\n\n${[...new Set(lines)].sort().join('\n')}\n`)
}
