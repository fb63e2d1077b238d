import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const fileName = 'mockServiceWorker.js'

/**
 * Serves MSW's worker script in mock mode, straight from the package so that it always fits the
 * installed version, and never puts it into any other build.
 */
export function mockWorkerPlugin(enabled: boolean): Plugin | false {
  if (!enabled) return false
  const source = () => readFileSync(createRequire(import.meta.url).resolve(`msw/${fileName}`))
  return {
    name: 'orglens:mock-worker',
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(source())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: source() })
    },
  }
}
