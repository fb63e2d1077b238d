/** What a line says besides its message. The names of what each line has anyhow are taken. */
export interface Details {
  [name: string]: unknown
  time?: never
  level?: never
  message?: never
}

/** Where the API writes what its operator should know. Never passwords, tokens, addresses or bodies. */
export interface Log {
  info(message: string, details?: Details): void
  error(message: string, details?: Details): void
}

/** Writes lines for people: what happens to standard output, errors to standard error. */
export const consoleLog: Log = {
  info: (message, details) => console.info(readable(message, details)),
  error: (message, details) => console.error(readable(message, details)),
}

function readable(message: string, details: Details = {}): string {
  return [message, ...Object.entries(details).map(([name, value]) => `${name}=${value}`)].join(' ')
}
