import { pino } from 'pino'
import type { Log } from '../log'

/**
 * Writes one JSON object per line to standard output: `time` in ISO 8601, `level`, `message`, and
 * the details.
 * @param destination for tests: receives the lines instead.
 */
export function createJsonLog(destination?: { write(line: string): void }): Log {
  const logger = pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination ?? pino.destination(1),
  )
  return {
    info: (message, details) => logger.info(details ?? {}, message),
    error: (message, details) => logger.error(details ?? {}, message),
  }
}
