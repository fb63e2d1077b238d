import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../standalone/', import.meta.url))

/** The pages beside the app: every folder of `standalone/`, by name. */
export const standalonePages = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/** @returns the HTML file of each standalone page, as inputs of the build. */
export function standaloneInputs(): Record<string, string> {
  return Object.fromEntries(standalonePages.map((name) => [name, `${folder}${name}/index.html`]))
}

/**
 * Serves `standalone/<name>/index.html` at `/<name>/`, in development as in the build, so that the
 * folder's name is the page's address.
 */
export function standalonePagesPlugin(): Plugin {
  return {
    name: 'orglens:standalone-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [, name] = /^\/([\w-]+)\/?(?:\?.*)?$/.exec(request.url ?? '') ?? []
        if (name && standalonePages.includes(name)) {
          request.url = `/standalone/${name}/index.html${request.url?.match(/\?.*/)?.[0] ?? ''}`
        }
        next()
      })
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
