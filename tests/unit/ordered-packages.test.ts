import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readProject } from '../support/source-files'

const root = new URL('../../', import.meta.url)
const { dependencies, devDependencies, scripts } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
) as Record<'dependencies' | 'devDependencies' | 'scripts', Record<string, string>>
const files = readProject()

/** Each package of the card (D56): what is asked of it, from where, and what is done with it there. */
const card: Record<string, { module: string; from: RegExp; work: RegExp }> = {
  react: { module: 'react', from: /^src\/ui\/.*\.tsx$/, work: /\buseState\(/ },
  'react-dom': { module: 'react-dom/client', from: /^src\/main\.tsx$/, work: /\bhydrateRoot\(/ },
  '@tanstack/react-router': {
    module: '@tanstack/react-router',
    from: /^routes\/dashboard\/main\.tsx$/,
    work: /\bcreateFileRoute\(/,
  },
  '@tanstack/react-query': {
    module: '@tanstack/react-query',
    from: /^src\/auth\/SignIn\.tsx$/,
    work: /\buseMutation\(/,
  },
  '@tanstack/react-table': {
    module: '@tanstack/react-table',
    from: /^src\/ui\/table\//,
    work: /\buseTable\(/,
  },
  ky: { module: 'ky', from: /^src\/api\//, work: /\bawait ky\(/ },
  sonner: { module: 'sonner', from: /^src\/ui\/toasts\//, work: /<Sonner\b/ },
  '@radix-ui/react-dropdown-menu': {
    module: '@radix-ui/react-dropdown-menu',
    from: /^src\/ui\/menu\//,
    work: /<DropdownMenu\.Content\b/,
  },
  tailwindcss: {
    module: '@tailwindcss/vite',
    from: /^vite\.config\.ts$/,
    work: /\btailwindcss\(\)/,
  },
  vite: { module: 'vite', from: /^vite\.config\.ts$/, work: /\bdefineConfig\(/ },
  vitest: { module: 'vitest', from: /^tests\/unit\//, work: /\btest\(/ },
  msw: { module: 'msw/browser', from: /^mocks\//, work: /\bsetupWorker\(/ },
}

test.each(Object.entries(card))('uses %s', (name, { module, from, work }) => {
  expect({ ...dependencies, ...devDependencies }[name]).toMatch(/^\d+\.\d+\.\d+$/)
  const workers = files.filter(
    ({ path, text, imports }) =>
      from.test(path) &&
      work.test(text) &&
      imports.some(({ specifier, kind }) => specifier === module && kind !== 'type'),
  )
  expect(workers).not.toEqual([])
})

test('the styles are Tailwind’s, Vite builds the app and Vitest tests it', () => {
  const styles = files.find(({ path }) => path === 'src/styles.css')
  expect(styles?.text).toMatch(/^@import "tailwindcss"/m)
  expect(scripts.build).toMatch(/^vite build\b/)
  expect(files.find(({ path }) => path === 'scripts/test.ts')?.text).toContain('vitest/vitest.mjs')
})

test.each([
  ...['package.json', 'vite.config.ts', 'tsconfig.json', 'index.html'],
  ...['src', 'routes', 'tests', 'mocks'],
])('%s is at the top level', (name) => {
  expect(existsSync(new URL(name, root))).toBe(true)
})
