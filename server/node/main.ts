import { existsSync } from 'node:fs'
import { demoAccounts } from '../demo/demo'
import { startHost } from './host'
import { readServerSettings } from './settings/settings'
import { loadSettingsFile } from './settings/settings-file'
import { openLog, wantedFormat } from './watch/open-log'
import { commit, version } from './watch/version'

/** Starts the server for `npm start`, and stops it cleanly on a signal. */
async function main(): Promise<void> {
  if (existsSync('.env')) loadSettingsFile('.env')
  const settings = readServerSettings(process.env)
  const log = openLog(settings.logFormat)
  log.info('Orglens starts', { version, commit, node: process.version })
  process.on('uncaughtException', (error) => {
    log.error('The server ends because of a fatal error', { error: error.stack ?? String(error) })
    process.exit(1)
  })
  if (settings.exposed)
    log.error('Anybody who reaches this server gets in: EXPOSE_DEVELOPMENT is on')
  if (settings.misspelt.length > 0) {
    const names = settings.misspelt.join(', ')
    log.error('Unknown settings may be misspelt', { names })
  }
  // When it runs from source (`npm run dev:full`), Vite serves the pages.
  const { renderPages } = import.meta.env ? await import('../../src/prerender') : {}
  const host = await startHost(settings, log, 'dist', renderPages)

  log.info(`Orglens is at ${host.url}`)
  if (settings.demoData) log.info(demoAccounts)
  if (settings.mail.kind === 'mailbox') {
    log.info(`Mails are not sent: read them at ${settings.appUrl ?? host.url}/dev/mailbox/`)
  }

  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      log.info('Orglens is stopping', { signal })
      host
        .stop()
        .then(() => log.info('Orglens has stopped'))
        .catch((error: unknown) => {
          log.error('Stopping failed', { error: String(error) })
          process.exitCode = 1
        })
        // A service that still doesn't answer must not keep the process alive.
        .finally(() => process.exit())
    })
  }
}

if (process.argv.includes('--version')) {
  console.info(`${version} (${commit})`)
} else {
  main().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    openLog(wantedFormat(process.env)).error('The server did not start', { version, reason })
    process.exitCode = 1
  })
}
