/**
 * `npm run build:demo -- /orglens/`: builds the live demo into `build/demo`: mock mode as a static site under a
 * path, by default the root. The host must answer unknown paths with `404.html`, as GitHub Pages does.
 */
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../', import.meta.url))
const [base = '/'] = process.argv.slice(2)
if (!/^\/([\w.-]+\/)*$/.test(base)) {
  console.error(`"${base}" is no path of a host: it begins and ends with a slash, as in /orglens/.`)
  process.exit(2)
}

process.chdir(root)
await build({ mode: 'mock', base })
copyFileSync('build/demo/index.html', 'build/demo/404.html')
console.info(`The demo for the path ${base} is in build/demo.`)
