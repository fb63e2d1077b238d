import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readText } from '../../server/lib/read-text'
import { newFolder } from '../support/folders'

const text = 'VITE_TERMS_URL=/terms\nVITE_PRODUCT_NAME=Zürich\n'
const littleEndian = (given: string) => Buffer.from(given, 'utf16le')
const bigEndian = (given: string) => littleEndian(given).swap16()

function fileOf(bytes: Buffer): string {
  const path = join(newFolder(), '.env')
  writeFileSync(path, bytes)
  return path
}

test('a file is read without its byte order mark', () => {
  expect(readText(fileOf(Buffer.from(text)))).toBe(text)
  expect(readText(fileOf(Buffer.from(`\uFEFF${text}`)))).toBe(text)
})

test.each([
  ['big-endian UTF-16', bigEndian(`\uFEFF${text}`), 'is UTF-16. Save it as UTF-8.'],
  ['little-endian UTF-16 without a mark', littleEndian(text), 'is UTF-16. Save it as UTF-8.'],
  ['Latin-1', Buffer.from(text, 'latin1'), 'is not UTF-8. Save it as UTF-8.'],
])('a file in %s is refused', (_encoding, bytes, refusal) => {
  const path = fileOf(bytes)
  expect(() => readText(path)).toThrow(`${path} ${refusal}`)
})
