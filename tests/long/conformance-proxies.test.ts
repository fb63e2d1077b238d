import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { bundledPlans } from '../../server/plans/plans'
import { describeConformance } from '../api/conformance'
import { aboutTheWire } from '../support/conformance/targets'
import { createDatabase } from '../support/postgresql'
import { freePort } from '../support/program'
import { makeCertificate, proxies, putSite } from '../support/proxies'
import { type ServerProcess, startServerProcess } from '../support/server-process'

const accessTokenSecret = 'a secret that only this test knows'

makeCertificate()

// What one server holds of the wire, attacks among it, several hold behind each proxy that `deploy/` describes.
for (const [name, startProxy] of proxies) {
  describeConformance({
    name: `three servers behind ${name}`,
    isBehindProxy: true,
    only: aboutTheWire,
    async start() {
      const DATABASE_URL = await createDatabase(inject('postgresqlUrl'))
      const directory = mkdtempSync(join(tmpdir(), 'orglens-plans-'))
      const plansFile = join(directory, 'plans.json')
      writeFileSync(plansFile, JSON.stringify({ plans: bundledPlans }))
      const at = { http: await freePort(), https: await freePort() }
      const origin = `https://127.0.0.1:${at.https}`
      const ports = [await freePort(), await freePort(), await freePort()]
      const servers: ServerProcess[] = []
      for (const port of ports) {
        const settings = {
          DATABASE_URL,
          PORT: String(port),
          TRUSTED_PROXIES: '1',
          MAIL_DELIVERY: 'mailbox',
          RATE_LIMITS: 'off',
          PLANS_FILE: plansFile,
          APP_URL: origin,
          ACCESS_TOKEN_SECRET: accessTokenSecret,
        }
        servers.push(await startServerProcess(settings, { prepare: putSite }))
      }
      const proxy = await startProxy(at, ports)
      return {
        fetch: (request) => fetch(request),
        origin,
        async stop() {
          await proxy.stop()
          await Promise.all(servers.map((server) => server.kill()))
          rmSync(directory, { recursive: true })
        },
      }
    },
  })
}
