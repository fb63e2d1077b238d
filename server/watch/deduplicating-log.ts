import type { Log } from '../log'

interface Repetition {
  count: number
  details: Record<string, unknown> | undefined
}

/**
 * A log in which an error that repeats itself has one line in `pause`: the first at once, the others
 * together, with how many they were (`repeated`) and the details of the last. For what says the same
 * each time: whoever asks what became of one payment or request needs its own line.
 * @param pause in ms.
 */
export function createDeduplicatingLog(log: Log, pause = 1_000): Log {
  /** Messages that had a line less than a pause ago. Each leaves by itself. */
  const recent = new Map<string, Repetition>()

  function rest(message: string): void {
    const repetition: Repetition = { count: 0, details: undefined }
    recent.set(message, repetition)
    const timer = setTimeout(() => {
      recent.delete(message)
      if (repetition.count === 0) return
      log.error(message, { ...repetition.details, repeated: repetition.count })
      rest(message)
    }, pause)
    timer.unref()
  }

  return {
    info: log.info,
    error(message, details) {
      const repetition = recent.get(message)
      if (repetition) {
        repetition.count += 1
        repetition.details = details
        return
      }
      log.error(message, details)
      rest(message)
    },
  }
}
