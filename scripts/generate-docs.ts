/** `npm run generate:docs`: writes docs/settings.md and `.env.example`. */
import { writeFileSync } from 'node:fs'
import { settingDocs } from './setting-docs'

for (const [path, text] of Object.entries(await settingDocs())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
}
