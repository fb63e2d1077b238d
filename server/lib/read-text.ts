import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { FileError } from './operator-file.ts'

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

/**
 * Reads a JSON file.
 * @param setting names the file.
 * @throws FileError if it can't be read, or isn't JSON.
 */
export function readJson(setting: string, path: string): unknown {
  let text: string
  try {
    text = readText(path)
  } catch (error) {
    throw new FileError(`${setting} can't be read: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new FileError(`${setting} ${path} is not JSON: ${(error as Error).message}`)
  }
}
