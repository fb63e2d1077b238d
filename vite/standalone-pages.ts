import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin, ResolvedConfig } from 'vite'
import { buildApart, buildScript } from './build-apart.ts'

const folder = fileURLToPath(new URL('../standalone/', import.meta.url))

/** The pages beside the app: every folder of `standalone/` with an `index.html`, by its path. */
const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => posix.basename(path) === 'index.html')
  .map((path) => posix.dirname(path))

/** The sandbox's checkout, which the app loads as it would the payment provider's. */
const checkout = { fileName: 'sandbox/checkout.js', input: `${folder}sandbox/checkout/main.ts` }

/**
 * Serves `standalone/<path>/index.html` at `/<path>`, in development as in the build, so that the
 * folder's path is the page's address. Such a page names its script by an absolute path.
 */
export function standalonePagesPlugin(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'orglens:standalone-pages',
    configResolved(resolved) {
      config = resolved
    },
    // With and without its trailing slash.
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [, page = '', search = ''] = /^\/([^?]*?)\/?(\?.*)?$/.exec(request.url ?? '') ?? []
        if (pages.includes(page)) request.url = `/standalone/${page}/index.html${search}`
        next()
      })
      middlewares.use(`/${checkout.fileName}`, (_request, response, next) => {
        response.setHeader('Content-Type', 'text/javascript')
        buildScript(config, checkout.input).then((script) => response.end(script), next)
      })
    },
    async generateBundle(_options, bundle) {
      const input = Object.fromEntries(
        pages.map((page) => [page.replaceAll('/', '-'), `${folder}${page}/index.html`]),
      )
      for (const file of await buildApart(config, { input })) {
        const fileName = file.fileName.replace(/^standalone\//, '')
        if (bundle[fileName]) continue
        const source = file.type === 'chunk' ? file.code : file.source
        this.emitFile({ type: 'asset', fileName, source })
      }
      const source = await buildScript(config, checkout.input)
      this.emitFile({ type: 'asset', fileName: checkout.fileName, source })
    },
  }
}
