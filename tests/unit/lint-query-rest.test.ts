import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** @returns what the project's own rules of the linter say to a file of the app with these lines. */
function lint(...lines: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'orglens-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { plugins } = JSON.parse(readFileSync('biome.json', 'utf8')) as {
    plugins: { path: string; includes: string[] }[]
  }
  const settings = {
    plugins: plugins.map(({ path, includes }) => ({ path: resolve(path), includes })),
  }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(settings))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src/a.tsx'), `${lines.join('\n')}\n`)
  const biome = 'node_modules/@biomejs/biome/bin/biome'
  const input = [biome, 'lint', `--config-path=${folder}`, folder]
  const { stdout, stderr } = spawnSync(process.execPath, input, { encoding: 'utf8' })
  expect(stdout).toContain('Checked 2 files')
  return stdout + stderr
}

test.each([
  ['its rest', ['export const { data, ...rest } = useQuery(options)']],
  ['its rest, from an answer', ['export const { data, ...rest } = useRetryableQuery(options)']],
  ['a spread', ['const asked = useQuery(options)', 'export const all = { ...asked }']],
  ['a spread of what was handed on', ['export const A = ({ query }) => <B {...query} />']],
])('the linter refuses %s of a query’s result', (_, lines) => {
  expect(lint(...lines)).toContain('of a query')
})

test('the linter allows spread options, and the rest of other objects', () => {
  const sound = lint(
    'export const { data } = useQuery({ ...pricingQuery, enabled: true })',
    'export const A = ({ title, ...rest }) => <B title={title} {...rest} />',
    'export const all = [...queryClient.getMutations(), ...answersOf(query)]',
  )
  expect(sound).not.toContain('of a query')
})
