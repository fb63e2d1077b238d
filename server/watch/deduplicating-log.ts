import type { Details, Log } from '../log'

/**
 * A log in which a line that repeats itself word for word is written once in `pause`: first at once, then
 * with how many more there were (`repeated`). Lines that differ, in an id for example, are all written. For
 * what says the same each time; what is about a request or a payment never goes through it.
 * @param pause in ms.
 */
export function createDeduplicatingLog(log: Log, pause = 1_000): Log {
  /** Lines that were written less than a pause ago, with how many more there were. Each leaves by itself. */
  const recent = new Map<string, number>()

  function rest(line: string, message: string, details: Details | undefined): void {
    recent.set(line, 0)
    const timer = setTimeout(() => {
      const repeated = recent.get(line)
      recent.delete(line)
      if (!repeated) return
      log.error(message, { ...details, repeated })
      rest(line, message, details)
    }, pause)
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
      rest(line, message, details)
    },
  }
}
