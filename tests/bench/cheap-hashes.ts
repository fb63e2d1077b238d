/** The server with the cheapest hashes of passwords: `npm run bench:server` measures what else a new one costs. */
import { startHost } from '../../server/node/host'
import { readServerSettings } from '../../server/node/settings/settings'

async function main(): Promise<void> {
  const passwordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  const settings = { ...readServerSettings(process.env), passwordCost }
  const host = await startHost(settings, { info() {}, error: console.error }, 'no-site-here')
  console.info(`Orglens is at ${host.url}`)
  process.once('SIGTERM', () => void host.stop())
}

void main()
