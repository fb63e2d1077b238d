/** `npm run generate:docs`: writes what of the documentation is made of the code. */
import { writeFileSync } from 'node:fs'
import { settingDocs } from './setting-docs'

for (const [path, text] of Object.entries(await settingDocs())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
}
