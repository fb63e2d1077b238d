import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readProject } from '../support/source-files'

const root = new URL('../../', import.meta.url)
const project = readProject()
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
)

/** Whether a file of the project, none of its tests, takes something from a package. */
function isUsed(name: string): boolean {
  return project.some(
    ({ path, text, imports }) =>
      !path.startsWith('tests/') &&
      (text.includes(`@import "${name}"`) ||
        imports.some(({ specifier }) => specifier === name || specifier?.startsWith(`${name}/`))),
  )
}

// D56
test.each([
  'react',
  'react-dom',
  '@tanstack/react-router',
  '@tanstack/react-query',
  '@tanstack/react-table',
  'ky',
  'sonner',
  '@radix-ui/react-dropdown-menu',
  'tailwindcss',
  'vite',
  'vitest',
  'msw',
])('%s is a package of the project, at an exact version, and is used', (name) => {
  expect({ ...devDependencies, ...dependencies }[name]).toMatch(/^\d+\.\d+\.\d+$/)
  expect(isUsed(name)).toBe(true)
})

test.each([
  'package.json',
  'vite.config.ts',
  'tsconfig.json',
  'src',
  'routes',
  'tests',
  'mocks',
  'index.html',
])('%s is at the top', (path) => {
  expect(existsSync(new URL(path, root))).toBe(true)
})
