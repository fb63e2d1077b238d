import type { Log } from '../../lib/log'
import { minute } from '../../lib/time'
import { nearlyFull } from '../../store/pglite/data-folder'
import { type Health, reasons } from './health'
import type { Metrics } from './metrics'

interface Watched {
  health: Pick<Health, 'reasonsNotReady'>
  /** The bytes that are left for the embedded database; null with PostgreSQL, whose disk is elsewhere. */
  freeSpace: (() => number) | null
  metrics: Pick<Metrics, 'addGauge'>
  log: Log
}

/**
 * Shows what keeps a server from working to Prometheus, and logs it once a minute while it lasts.
 * @param interval in ms.
 * @returns ends the lines.
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
