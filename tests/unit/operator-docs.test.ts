import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => read(`server/${file}`))
  .join('\n')

/** @returns the first group of each match. */
const found = (pattern: RegExp) => [...sources.matchAll(pattern)].map(([, first = '']) => first)

test('docs/operating.md says what each line of the log means', () => {
  const messages = [
    ...found(/\blog\.(?:info|error)\(\s*['`]([^'`$:]+)/g),
    ...found(/whenItFails: '([^']+)'/g),
  ].map((message) => message.trimEnd())
  expect(messages.length).toBeGreaterThan(20)
  const listed = read('docs/operating.md')
  expect(messages.filter((message) => !listed.includes(`\`${message}`))).toEqual([])
})

test('docs/operating.md says what each metric means', () => {
  const names = found(/'(orglens_[a-z_]+)'/g)
  expect(names.length).toBeGreaterThan(4)
  const listed = read('docs/operating.md')
  expect(names.filter((name) => !listed.includes(`| \`${name}\``))).toEqual([])
})

test('each test that docs/security.md names is there', () => {
  const promises = read('docs/security.md').split('\n## ')[0] ?? ''
  const files = [...promises.matchAll(/`(tests\/[^`]+\.tsx?)`/g)].map(([, file = '']) => file)
  const suites = [...promises.matchAll(/conformance ((?:`[a-z-]+`(?:, )?)+)/g)].flatMap(
    ([, list = '']) => [...list.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(suites.length).toBeGreaterThan(8)
  const named = [...files, ...suites.map((name) => `tests/api/conformance/${name}.ts`)]
  expect(named.filter((file) => !existsSync(file))).toEqual([])
})
