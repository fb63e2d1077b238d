import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Connect, type Plugin, type ResolvedConfig, type Rolldown } from 'vite'

const folder = fileURLToPath(new URL('../standalone/', import.meta.url))

/** The pages beside the app: every folder of `standalone/` with an `index.html`, by its path. */
const standalonePages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => posix.basename(path) === 'index.html')
  .map((path) => posix.dirname(path))

/** Answers a page's address, with and without its trailing slash, with the page's file. */
function serveFrom(root: string): Connect.NextHandleFunction {
  return (request, _response, next) => {
    const [, page = '', search = ''] = /^\/([^?]*?)\/?(\?.*)?$/.exec(request.url ?? '') ?? []
    if (standalonePages.includes(page)) request.url = `${root}${page}/index.html${search}`
    next()
  }
}

/**
 * Serves `standalone/<path>/index.html` at `/<path>`, in development as in the build, so that the
 * folder's path is the page's address. Such a page names its script by an absolute path. In a build
 * they are bundled apart from the app: what they shared with it would be files of its own, which the
 * app's visitors would have to ask for.
 */
export function standalonePagesPlugin(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'orglens:standalone-pages',
    configResolved(resolved) {
      config = resolved
    },
    configureServer: (server) => {
      server.middlewares.use(serveFrom('/standalone/'))
    },
    configurePreviewServer: (server) => {
      server.middlewares.use(serveFrom('/'))
    },
    async generateBundle(_options, bundle) {
      for (const file of await builtPages(config)) {
        const fileName = file.fileName.replace(/^standalone\//, '')
        if (bundle[fileName]) continue
        const source = file.type === 'chunk' ? file.code : file.source
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

async function builtPages({
  base,
  define,
  mode,
  root,
}: ResolvedConfig): Promise<(Rolldown.OutputAsset | Rolldown.OutputChunk)[]> {
  const result = await build({
    root,
    base,
    mode,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ...(define && { define }),
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: Object.fromEntries(
          standalonePages.map((page) => [page.replaceAll('/', '-'), `${folder}${page}/index.html`]),
        ),
      },
    },
  })
  return [result].flat().flatMap((one) => ('output' in one ? one.output : []))
}
