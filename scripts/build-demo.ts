/**
 * `npm run build:demo -- /orglens/`: the live demo, into `build/demo`. It is mock mode as a static
 * site for the given path of a host, the root unless given. Every path that is no file must be
 * answered with `404.html`, as GitHub Pages does by itself.
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
await build({ mode: 'mock', base, build: { outDir: 'build/demo' } })
copyFileSync('build/demo/index.html', 'build/demo/404.html')
