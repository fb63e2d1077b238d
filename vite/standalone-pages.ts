import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Connect, Plugin } from 'vite'

const folder = fileURLToPath(new URL('../standalone/', import.meta.url))

/** The pages beside the app: every folder of `standalone/` with an `index.html`, by its path. */
const standalonePages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => posix.basename(path) === 'index.html')
  .map((path) => posix.dirname(path))

/** @returns the HTML file of each standalone page, as inputs of the build. */
export function standaloneInputs(): Record<string, string> {
  return Object.fromEntries(
    standalonePages.map((page) => [page.replaceAll('/', '-'), `${folder}${page}/index.html`]),
  )
}

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
 * folder's path is the page's address. Such a page names its script by an absolute path.
 */
export function standalonePagesPlugin(): Plugin {
  return {
    name: 'orglens:standalone-pages',
    configureServer: (server) => {
      server.middlewares.use(serveFrom('/standalone/'))
    },
    configurePreviewServer: (server) => {
      server.middlewares.use(serveFrom('/'))
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.startsWith('standalone/')) {
            file.fileName = file.fileName.replace('standalone/', '')
          }
        }
      },
    },
  }
}
