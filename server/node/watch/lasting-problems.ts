import type { Log } from '../../lib/log'
import { minute } from '../../lib/time'
import { nearlyFull } from '../../store/pglite/data-folder'
import { type Health, reasons } from './health'
import type { Metrics } from './metrics'

interface Watched {
  health: Pick<Health, 'reasonsNotReady'>
  /** @returns the free bytes for the embedded database. Null with PostgreSQL, whose disk is elsewhere. */
  freeSpace: (() => number) | null
  metrics: Pick<Metrics, 'addGauge'>
  log: Log
}

/**
 * Reports problems that keep a server from working: as metrics, and in the log once a minute while they last.
 * @param interval milliseconds between log lines.
 * @returns a function that ends the log lines.
 */
export function watchLastingProblems(
  { health, freeSpace, metrics, log }: Watched,
  interval = minute,
): () => void {
  metrics.addGauge(
    'orglens_not_ready',
    'Whether the server can’t answer calls, by reason: 1 for each that holds, otherwise 0.',
    async () => {
      const holding = await health.reasonsNotReady()
      return Object.fromEntries(reasons.map((name) => [name, holding.includes(name) ? 1 : 0]))
    },
  )
  if (freeSpace) {
    metrics.addGauge(
      'orglens_data_disk_free_bytes',
      'What is left on the disk of the embedded database.',
      async () => ({ data: freeSpace() }),
    )
  }
  const report = async () => {
    const holding = await health.reasonsNotReady()
    if (holding.length > 0) log.error('The server is not ready', { reasons: holding.join(', ') })
    const bytes = freeSpace?.() ?? nearlyFull
    if (bytes < nearlyFull) log.error('The disk of the data folder is nearly full', { bytes })
  }
  const timer = setInterval(() => void report(), interval)
  timer.unref()
  return () => clearInterval(timer)
}
