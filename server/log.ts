/** Where the API writes what its operator should know. Never passwords, tokens or whole bodies. */
export interface Log {
  info(message: string, details?: Record<string, unknown>): void
  error(message: string, details?: Record<string, unknown>): void
}

/** Writes to the console: what happens to standard output, errors to standard error. */
export const consoleLog: Log = {
  info: (message, details) => console.info(...[message, details].filter(Boolean)),
  error: (message, details) => console.error(...[message, details].filter(Boolean)),
}
