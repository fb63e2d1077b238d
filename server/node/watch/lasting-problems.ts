import fs from 'node:fs'
import { devNull } from 'node:os'
import type { Log } from '../../lib/log'
import { minute, second } from '../../lib/time'
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
 * @returns a function that ends the log lines.
 */
export function watchLastingProblems({ health, freeSpace, metrics, log }: Watched): () => void {
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
    // A server that is stopping is no problem.
    const problems = holding.filter((reason) => reason !== 'draining')
    if (problems.length > 0) log.error('The server is not ready', { reasons: problems.join(', ') })
    const bytes = freeSpace?.() ?? nearlyFull
    if (bytes < nearlyFull) log.error('The disk of the data folder is nearly full', { bytes })
  }
  let exhaustedAt = Number.NEGATIVE_INFINITY
  const reportDescriptors = () => {
    if (performance.now() - exhaustedAt < minute || canOpenFile()) return
    exhaustedAt = performance.now()
    log.error('The process has no file descriptors left: new connections are closed')
  }
  const timers = [
    setInterval(() => void report(), minute),
    setInterval(reportDescriptors, second),
  ].map((timer) => timer.unref())
  return () => timers.forEach(clearInterval)
}

/** @returns false if all file descriptors of the process, or of the system, are in use. Node tells nobody of that. */
function canOpenFile(): boolean {
  try {
    fs.closeSync(fs.openSync(devNull, 'r'))
    return true
  } catch (error) {
    return !['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')
  }
}
