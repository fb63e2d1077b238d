import { consoleLog, type Log } from '../../lib/log'
import { createJsonLog } from './json-log'

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
