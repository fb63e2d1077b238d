import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const fileName = 'mockServiceWorker.js'

/** What whoever starts mock mode reads. (As in `server/demo.ts`, which isn't loaded for it.) */
export const demoAccounts =
  'Sign in as admin@acme.test (admin), member@acme.test (member) or admin@globex.test (an admin without a plan), each with the password orglens-demo'

/**
 * Serves MSW's worker script in mock mode, straight from the package so that it always fits the
 * installed version, and never puts it into any other build. Says who can sign in.
 */
export function mockWorkerPlugin(enabled: boolean): Plugin | false {
  if (!enabled) return false
  const source = () => readFileSync(createRequire(import.meta.url).resolve(`msw/${fileName}`))
  return {
    name: 'orglens:mock-worker',
    configureServer(server) {
      const { printUrls } = server
      server.printUrls = () => {
        printUrls()
        const [address = '/'] = server.resolvedUrls?.local ?? []
        console.info(
          `\n  ${demoAccounts}\n  Mails are not sent: read them at ${address}dev/mailbox/`,
        )
      }
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(source())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: source() })
    },
  }
}
