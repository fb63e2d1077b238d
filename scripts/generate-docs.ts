/** `npm run generate:docs`: writes what of the documentation is made of other places. */
import { writeFileSync } from 'node:fs'
import { generatedDocs } from './generated-docs'

for (const [path, text] of Object.entries(await generatedDocs())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
}
