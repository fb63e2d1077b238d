import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../', import.meta.url))

/** The pages outside the app, by path: each folder of `standalone/` with an `index.html`. */
const pages = readdirSync(`${root}standalone`, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => posix.basename(path) === 'index.html')
  .map((path) => posix.dirname(path))

/** All but the screen of parts, which only `npm run dev` shows. */
const builtPages = pages.filter((page) => page !== 'dev/parts')

/** The sandbox's checkout. The app loads it like the payment provider's. */
const checkout = 'sandbox/checkout.js'
const checkoutSource = `${root}standalone/sandbox/checkout/main.ts`
const start = /<script type="application\/json" id="start">[^<]*<\/script>/

/**
 * Builds the code beside the app separately. Otherwise shared code would become files of its own, which the
 * app's visitors would have to load.
 *
 * - `src/boot/boot.ts`, inlined into the app's pages behind the data that it reads: it must run before the
 *   first paint. The Node host allows it by its hash.
 * - `standalone/<path>/index.html`, served at `/<path>`. Such a page names its script by an absolute path.
 * - the sandbox's checkout.
 */
export function separateBuildsPlugin(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'orglens:separate-builds',
    configResolved(resolved) {
      config = resolved
    },
    async transformIndexHtml(html, { filename }) {
      if (filename.includes('/standalone/')) return html
      const script = await buildScript(config, `${root}src/boot/boot.ts`)
      return html.replace(start, (tag) => `${tag}\n    <script>${script}</script>`)
    },
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        const [, page = '', search = ''] = /^\/([^?]*?)\/?(\?.*)?$/.exec(request.url ?? '') ?? []
        if (pages.includes(page)) request.url = `/standalone/${page}/index.html${search}`
        next()
      })
      middlewares.use(`/${checkout}`, (_request, response, next) => {
        response.setHeader('Content-Type', 'text/javascript')
        buildScript(config, checkoutSource).then((script) => response.end(script), next)
      })
    },
    async generateBundle(_options, bundle) {
      const input = Object.fromEntries(
        builtPages.map((page) => [
          page.replaceAll('/', '-'),
          `${root}standalone/${page}/index.html`,
        ]),
      )
      for (const file of await buildFiles(config, { input })) {
        const fileName = file.fileName.replace(/^standalone\//, '')
        if (bundle[fileName]) continue
        const source = file.type === 'chunk' ? file.code : file.source
        this.emitFile({ type: 'asset', fileName, source })
      }
      const source = await buildScript(config, checkoutSource)
      this.emitFile({ type: 'asset', fileName: checkout, source })
    },
  }
}

async function buildFiles(config: ResolvedConfig, rolldownOptions: Rolldown.RolldownOptions) {
  const { root, base, mode, define = {} } = config
  const result = await build({
    ...{ root, base, mode, define, configFile: false, logLevel: 'warn', publicDir: false },
    build: {
      ...{ write: false, target: 'es2022', modulePreload: { polyfill: false } },
      rolldownOptions,
    },
  })
  return [result].flat().flatMap((one) => ('output' in one ? one.output : []))
}

/** @returns the code as one classic script. */
async function buildScript(config: ResolvedConfig, input: string): Promise<string> {
  const [script] = await buildFiles(config, { input, output: { format: 'iife' } })
  if (script?.type !== 'chunk') throw new Error(`${input} was not built`)
  return script.code.trim()
}
