import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { version } from '../../package.json'
import { notesOf } from '../../scripts/release-notes'

const changelog = '# Changes\n\n## 0.3.0\n\n### Added\n\n- One.\n\n## 0.2.0\n\n- Two.\n\n## 0.1.0\n'

test('the notes of a version are its section of the changelog', () => {
  expect(notesOf(changelog, '0.3.0')).toBe('### Added\n\n- One.\n')
  expect(notesOf(changelog, '0.2.0')).toBe('- Two.\n')
})

test.each(['0.1.0', '0.3', '1.0.0'])('a version without notes, %s, is an error', (wanted) => {
  expect(() => notesOf(changelog, wanted)).toThrow(`"## ${wanted}"`)
})

test('the version in package.json has notes', () => {
  expect(notesOf(readFileSync('CHANGELOG.md', 'utf8'), version)).toMatch(/^### /)
})
