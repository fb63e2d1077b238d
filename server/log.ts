import type { Log } from './services'

/** Writes to the console: what happens to standard output, errors to standard error. */
export const consoleLog: Log = {
  info: (message, details) => console.info(...[message, details].filter(Boolean)),
  error: (message, details) => console.error(...[message, details].filter(Boolean)),
}
