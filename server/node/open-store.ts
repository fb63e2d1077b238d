import type { Store } from '../api/store'
import { findOldestWork } from '../app/due-work'
import { openPgliteStore, openPostgresqlStore } from '../app/sql-store'
import { refuseDemoData, seedDemoData } from '../demo/demo'
import { seedDemoHistory } from '../demo/demo-history'
import type { Log } from '../lib/log'
import { argon2idPasswords } from '../passwords/argon2id'
import type { ConnectionCounts } from '../store/postgresql/postgresql'
import { type DeferredStore, openWhenReachable } from './deferred-store'
import type { ServerSettings } from './settings/settings'
import { createDeduplicatingLog } from './watch/deduplicating-log'
import type { Metrics } from './watch/metrics'

/**
 * Opens the store that the settings name, now or as soon as it can be used, and measures it.
 * @param onMails is called after each change that has saved mails.
 * @throws Error if the database can't be used, and waiting doesn't help.
 */
export async function openStore(
  settings: ServerSettings,
  log: Log,
  metrics: Metrics,
  clock: () => Date,
  onMails: () => void,
): Promise<DeferredStore> {
  // If the database is lost, one line a second says as much as a thousand. Lines about money or
  // a request are never aggregated.
  const quiet = createDeduplicatingLog(log)
  const open = opener(settings, quiet, metrics)
  const late = await openWhenReachable(async (migrates) => {
    const opened = await open(migrates)
    try {
      const passwords = argon2idPasswords(settings.passwordCost)
      const used = { store: opened, passwords, clock }
      if (settings.production) await refuseDemoData(used)
      if (settings.demoData && (await seedDemoData(used)) && isSandboxed(settings)) {
        const appUrl = settings.appUrl ?? `http://localhost:${settings.port}`
        const { productName } = settings
        await seedDemoHistory({ ...used, appUrl, productName, mail: { captures: true } })
      }
      opened.onMails(onMails)
      return opened
    } catch (error) {
      await opened.close()
      throw error
    }
  }, quiet)
  metrics.addGauge(
    'orglens_oldest_work_age_seconds',
    'How long the oldest piece of background work has been waiting, by job; 0 where none is.',
    () => oldestWorkAges(late.store, clock()),
  )
  metrics.addGauge(
    'orglens_last_backup_age_seconds',
    'How old the last backup is; +Inf if there was none.',
    async () => ({ database: await lastBackupAge(late.store, clock()) }),
  )
  return late
}

/** @returns a function that opens the store, and may be called repeatedly. */
function opener(settings: ServerSettings, log: Log, metrics: Metrics) {
  const { databaseUrl, dataDirectory, connections } = settings
  if (!databaseUrl) return () => openPgliteStore(dataDirectory, log)
  let count = (): ConnectionCounts => ({ total: 0, idle: 0, waiting: 0 })
  metrics.addGauge(
    'orglens_database_connections',
    'Connections of the pool, and calls that wait for one.',
    async () => ({ ...count() }),
  )
  const watch = (latest: typeof count) => {
    count = latest
  }
  return (migrates: () => void) =>
    openPostgresqlStore(databaseUrl, log, connections, { watch, migrates })
}

async function oldestWorkAges(store: Store, now: Date): Promise<Record<string, number>> {
  const ages = Object.entries(await findOldestWork(store, now)).map(([job, since]) => [
    job,
    since ? secondsSince(since, now) : 0,
  ])
  return Object.fromEntries(ages)
}

async function lastBackupAge(store: Store, now: Date): Promise<number> {
  const madeAt = await store.findLastBackup()
  return madeAt ? secondsSince(madeAt, now) : Number.POSITIVE_INFINITY
}

const secondsSince = (time: Date, now: Date) => Math.max(0, now.getTime() - time.getTime()) / 1000

/** Whether payments and mails are simulated, as the demo needs. */
function isSandboxed({ payments, mail }: ServerSettings): boolean {
  return payments.kind === 'sandbox' && mail.kind === 'mailbox'
}
