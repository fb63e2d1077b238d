import { parseEnv } from 'node:util'
import { readText } from '../../lib/read-text'

/**
 * Sets the variables that a file of settings has. Variables that are set already stay as they are.
 * @throws Error if the file can't be read, or isn't UTF-8.
 */
export function loadSettingsFile(path: string): void {
  for (const [name, value] of Object.entries(parseEnv(readText(path)))) process.env[name] ??= value
}
