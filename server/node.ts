import { existsSync } from 'node:fs'
import { demoAccounts } from './demo'
import { startHost } from './host'
import { consoleLog } from './log'
import { readServerSettings } from './settings'
import { createJsonLog } from './watch/json-log'

/** Starts the server as `npm start` does, and stops it cleanly when it is told to. */
async function main(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const settings = readServerSettings(process.env)
  const log = settings.logFormat === 'json' ? createJsonLog() : consoleLog
  if (settings.exposed) log.error('Whoever reaches this server gets in: EXPOSE_DEVELOPMENT is on')
  if (settings.misspelt.length > 0) {
    const names = settings.misspelt.join(', ')
    log.error('Settings that are not known may be misspelt', { names })
  }
  // Run from source, as `npm run dev:full` does, it is Vite that serves the pages.
  const { renderScreens } = import.meta.env ? await import('../src/prerender') : {}
  const host = await startHost(settings, log, 'dist', renderScreens)

  log.info(`Orglens is at ${host.url}`)
  if (settings.demoData) {
    console.info(demoAccounts)
  }

  if (settings.mail.kind === 'mailbox') {
    console.info(`Mails are not sent: read them at ${settings.appUrl ?? host.url}/dev/mailbox/`)
  }

  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      host
        .stop()
        .catch((error: unknown) => {
          log.error('Stopping failed', { error: String(error) })
          process.exitCode = 1
        })
        // Whoever still doesn't answer us mustn't keep the process.
        .finally(() => process.exit())
    })
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
