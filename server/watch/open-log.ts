import { consoleLog, type Log } from '../log'
import { createJsonLog } from './json-log'

/** How lines of the log are written: as objects, or for people. */
export type LogFormat = 'json' | 'text'

export function openLog(format: LogFormat): Log {
  return format === 'json' ? createJsonLog() : consoleLog
}

/**
 * @param environment variables as in `process.env`.
 * @returns how it wants lines written, also where its settings are refused: that has to be told as well.
 */
export function wantedFormat(environment: Record<string, string | undefined>): LogFormat {
  const { LOG_FORMAT, NODE_ENV } = environment
  const given = LOG_FORMAT?.trim()
  return given === 'json' || (!given && NODE_ENV === 'production') ? 'json' : 'text'
}
