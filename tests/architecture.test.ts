import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawnFolders, isOfFeature } from './support/architecture-areas'
import { rules, tooLarge } from './support/architecture-rules'
import { readDecisions, readProject } from './support/source-files'

const decisions = readDecisions()
const project = readProject()

test.each(rules)('$name', ({ findings }) => {
  expect(findings(project, decisions)).toEqual([])
})

test('the drawing in docs/architecture.md names every folder but features without subfolders, and no others', () => {
  const picture = readFileSync('docs/architecture.md', 'utf8').split('```')[3]?.split(/\s+/) ?? []
  const folders = project.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
  const drawable = new Set(folders.filter((folder) => /^(src|routes)\/./.test(folder)))
  const hasToBeDrawn = (folder: string) =>
    !/^src\/[^/]+\/$/.test(folder) || !isOfFeature(folder.slice(0, -1))
  expect(drawable.size).toBeGreaterThan(15)
  const undrawn = [...drawable].filter(
    (folder) => !picture.includes(`${folder.split('/').at(-2)}/`),
  )
  expect(undrawn.filter(hasToBeDrawn)).toEqual([])
  expect(drawnFolders.filter((folder) => !drawable.has(`${folder}/`))).toEqual([])
})

test('what grows too large is named before it has to be split', () => {
  for (const line of tooLarge(project)) console.warn(`Large, split it when you work on it: ${line}`)
})

test('the rules see the whole project', () => {
  const paths = project.map(({ path }) => path)
  const landmarks = ['contract/calls.ts', 'mocks/browser.ts', 'server/app/app.ts', 'src/main.tsx']
  expect(landmarks.filter((path) => !paths.includes(path))).toEqual([])
  expect(paths.filter((path) => path.startsWith('routes/')).length).toBeGreaterThan(1)
  expect(decisions).toContain('D35')
})
