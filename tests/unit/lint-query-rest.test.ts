import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../support/folders'

/** @returns what the project's own rules of the linter say to files of the app, by their name. */
function lint(files: Readonly<Record<string, string>>): string {
  const folder = newFolder()
  const { plugins } = JSON.parse(readFileSync('biome.json', 'utf8')) as {
    plugins: { path: string; includes: string[] }[]
  }
  const settings = {
    plugins: plugins.map(({ path, includes }) => ({ path: resolve(path), includes })),
  }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(settings))
  mkdirSync(join(folder, 'src'))
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, `src/${name}.tsx`), `${text}\n`)
  }
  const biome = 'node_modules/@biomejs/biome/bin/biome'
  const input = [biome, 'lint', '--colors=off', `--config-path=${folder}`, folder]
  const { stdout, stderr } = spawnSync(process.execPath, input, { encoding: 'utf8' })
  expect(stdout).toContain(`Checked ${Object.keys(files).length + 1} files`)
  return stdout + stderr
}

// One run for all: a start of the linter takes longer than its work.
test('the linter refuses the rest and a spread of a query’s result, and allows those of other objects', () => {
  const refused = {
    rest: 'export const { data, ...rest } = useQuery(options)',
    retryable: 'export const { data, ...rest } = useRetryableQuery(options)',
    spread: 'const asked = useQuery(options)\nexport const all = { ...asked }',
    handed: 'export const A = ({ query }) => <B {...query} />',
  }
  const allowed = {
    options: 'export const { data } = useQuery({ ...pricingQuery, enabled: true })',
    others: 'export const A = ({ title, ...rest }) => <B title={title} {...rest} />',
    lists: 'export const all = [...queryClient.getMutations(), ...answersOf(query)]',
  }
  const said = lint({ ...refused, ...allowed })
  // The place of a fault, and the line below that says what is wrong.
  const found = said.matchAll(/src\/(\w+)\.tsx:\d[^\n]*\s+[^\n]*of a query/g)
  const names = new Set(Array.from(found, ([, name]) => name))
  expect([...names].sort()).toEqual(Object.keys(refused).sort())
})
