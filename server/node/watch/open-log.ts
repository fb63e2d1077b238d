import { consoleLog, type Details, type Log } from '../../lib/log'
import { second } from '../../lib/time'

/** The maximum number of characters that are written at once, which is as much as a container's log driver reads. */
const bufferSize = 16_384

/**
 * Writes one JSON object per line to standard output: `level`, `time` in ISO 8601, the details, and `message`. Lines
 * wait for a second at most. Errors don't wait, and neither does the process when it ends; only a killed one (`SIGKILL`)
 * loses lines.
 * @param output for tests: receives the lines instead.
 */
export function createJsonLog(output: { write(lines: string): unknown } = process.stdout): Log {
  let lines = ''
  const flush = () => {
    if (lines !== '') output.write(lines)
    lines = ''
  }
  setInterval(flush, second).unref()
  process.once('exit', flush)
  // The server outlives the log's reader, and a full disk.
  process.stdout.on('error', () => {})

  function add(level: 'info' | 'error', message: string, details?: Details) {
    lines += `${JSON.stringify({ level, time: new Date(), ...details, message })}\n`
    if (level === 'error' || lines.length >= bufferSize) flush()
  }

  return {
    info: (message, details) => add('info', message, details),
    error: (message, details) => add('error', message, details),
  }
}

/** The log's formats: JSON objects, or plain text. */
export type LogFormat = 'json' | 'text'

export function openLog(format: LogFormat): Log {
  return format === 'json' ? createJsonLog() : consoleLog
}

/**
 * @param environment variables as in `process.env`.
 * @returns the log's format in them, even if other settings are refused: the refusal must be logged too.
 */
export function wantedFormat(environment: Record<string, string | undefined>): LogFormat {
  const { LOG_FORMAT, NODE_ENV } = environment
  const format = LOG_FORMAT?.trim()
  return format === 'json' || (format !== 'text' && NODE_ENV === 'production') ? 'json' : 'text'
}
