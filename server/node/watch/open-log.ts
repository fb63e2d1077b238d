import { pino } from 'pino'
import { consoleLog, type Log } from '../../lib/log'
import { second } from '../../lib/time'

/** How many characters of lines are written at once, at most: a container's log driver reads as much in one go. */
const bufferSize = 16_384

/**
 * Writes one JSON object per line to standard output: `time` in ISO 8601, `level`, `message`, and
 * the details. Lines wait for a second at most. Errors don't wait, and neither does the process when it
 * ends; only a killed one (`SIGKILL`) loses lines.
 * @param destination for tests: receives the lines instead.
 */
export function createJsonLog(destination: { write(line: string): void } = standardOutput()): Log {
  const logger = pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    destination,
  )
  return {
    info: (message, details) => logger.info(details ?? {}, message),
    error(message, details) {
      logger.error(details ?? {}, message)
      logger.flush()
    },
  }
}

function standardOutput() {
  // Written before the server goes on: a queue would have no end, and be lost when the process ends.
  const output = pino.destination({ dest: 1, sync: true })
  let lines = ''
  const flush = () => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  setInterval(flush, second).unref()
  process.once('exit', flush)
  return {
    write(line: string) {
      lines += line
      if (lines.length >= bufferSize) flush()
    },
    flush,
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
