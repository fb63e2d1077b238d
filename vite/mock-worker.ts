import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const fileName = 'mockServiceWorker.js'

/** The demo accounts, as in `server/demo/demo.ts`, which isn't loaded for this. */
export const demoAccounts =
  'Sign in as admin@acme.test (admin), member@acme.test (member) or admin@globex.test (an admin without a plan), each with the password orglens-demo'

/**
 * Adds MSW's worker script to mock mode, and to no other build. It comes from the package, so that it fits
 * the installed version. Prints who can sign in.
 */
export function mockWorkerPlugin(): Plugin {
  const source = () => readFileSync(createRequire(import.meta.url).resolve(`msw/${fileName}`))
  return {
    name: 'orglens:mock-worker',
    configureServer(server) {
      const { printUrls } = server
      server.printUrls = () => {
        printUrls()
        const mailbox = `${server.resolvedUrls?.local[0] ?? '/'}dev/mailbox/`
        console.info(`\n  ${demoAccounts}\n  Mails are not sent: read them at ${mailbox}`)
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
