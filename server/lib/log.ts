/** The fields of a log line besides its message. Every line has `time`, `level` and `message` already. */
export interface Details {
  [name: string]: unknown
  time?: never
  level?: never
  message?: never
}

/** The operator's log. It never contains passwords, tokens, addresses or bodies. */
export interface Log {
  info(message: string, details?: Details): void
  error(message: string, details?: Details): void
}

/** Writes plain text: info to standard output, errors to standard error. */
export const consoleLog: Log = {
  info: (message, details) => console.info(readable(message, details)),
  error: (message, details) => console.error(readable(message, details)),
}

function readable(message: string, details: Details = {}): string {
  return [message, ...Object.entries(details).map(([name, value]) => `${name}=${value}`)].join(' ')
}
