import { pino } from 'pino'
import { consoleLog, type Log } from '../../lib/log'

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
    // Not left to later: that queue would have no end, and lose its order where the process ends.
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
  return {
    info: (message, details) => logger.info(details ?? {}, message),
    error: (message, details) => logger.error(details ?? {}, message),
  }
}

/** The log's formats: JSON objects, or plain text. */
export type LogFormat = 'json' | 'text'

export function openLog(format: LogFormat): Log {
  return format === 'json' ? createJsonLog() : consoleLog
}

/**
 * @param environment variables as in `process.env`.
 * @returns the format it asks for, even if the settings are refused: that must be logged too.
 */
export function wantedFormat(environment: Record<string, string | undefined>): LogFormat {
  const { LOG_FORMAT, NODE_ENV } = environment
  const given = LOG_FORMAT?.trim()
  return given === 'json' || (given !== 'text' && NODE_ENV === 'production') ? 'json' : 'text'
}
