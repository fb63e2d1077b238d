import type { Details, Log } from '../../lib/log'
import { second } from '../../lib/time'

/**
 * A log that writes identical lines once a second: the first at once, then the number of
 * repetitions (`repeated`). Lines that differ, for example in an id, are all written. Lines about
 * requests and payments never go through it.
 */
export function createDeduplicatingLog(log: Log): Log {
  /** Lines written less than a second ago, with their repetitions. Each expires by itself. */
  const recent = new Map<string, number>()

  function startPause(line: string, message: string, details: Details | undefined): void {
    recent.set(line, 0)
    const timer = setTimeout(() => {
      const repeated = recent.get(line)
      recent.delete(line)
      if (!repeated) return
      log.error(message, { ...details, repeated })
      startPause(line, message, details)
    }, second)
    timer.unref()
  }

  return {
    info: log.info,
    error(message, details) {
      const line = JSON.stringify([message, details])
      const repeated = recent.get(line)
      if (repeated !== undefined) {
        recent.set(line, repeated + 1)
        return
      }
      log.error(message, details)
      startPause(line, message, details)
    },
  }
}
