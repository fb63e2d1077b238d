import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'

/**
 * Reads a text file that a person wrote. Skips a byte order mark, which some editors put first.
 * @throws Error if the file can't be read, or isn't UTF-8.
 */
export function readText(path: string): string {
  const bytes = readFileSync(path)
  // In UTF-16, one of the two bytes of each ASCII character is zero.
  if (bytes.includes(0)) throw new Error(`${path} is UTF-16. Save it as UTF-8.`)
  if (!isUtf8(bytes)) throw new Error(`${path} is not UTF-8. Save it as UTF-8.`)
  return new TextDecoder().decode(bytes)
}
