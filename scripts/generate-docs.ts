/** `npm run generate:docs`: writes the generated parts of the documentation. */
import { writeFileSync } from 'node:fs'
import { generatedDocs } from './generated-docs'

for (const [path, text] of Object.entries(await generatedDocs())) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
}
