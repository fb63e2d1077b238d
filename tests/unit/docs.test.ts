import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { version } from '../../package.json'
import { anchorOf, generatedDocs, withDecisionIndex } from '../../scripts/generated-docs'
import { readDecisions } from '../support/source-files'

const pages = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
const textOf = (page: string) => readFileSync(page, 'utf8')

test('generated docs are current: `npm run generate:docs`', async () => {
  const docs = await generatedDocs()
  expect(Object.keys(docs)).toEqual(['docs/settings.md', '.env.example', 'docs/decisions.md'])
  for (const [path, text] of Object.entries(docs)) expect(textOf(path), path).toBe(text)
})

test('docs/README.md lists every page', () => {
  const map = textOf('docs/README.md')
  for (const page of pages) {
    if (page !== 'docs/README.md') expect(map).toContain(page.replace(/^docs\//, ''))
  }
})

test('every decision that a page cites exists', () => {
  const decisions = readDecisions()
  expect(decisions.size).toBeGreaterThan(50)
  for (const page of pages) {
    const cited = textOf(page).match(/(?<![#\w-])D\d{1,3}\b/g) ?? []
    expect([...new Set(cited)].filter((number) => !decisions.has(number))).toEqual([])
  }
})

test('each decision has one number, and a section', () => {
  const [intro = '', ...sections] = textOf('docs/decisions.md').split(/^## /m)
  const numbersIn = (text: string) => [...text.matchAll(/^### (D\d+) /gm)].map(([, one]) => one)
  const numbers = sections.flatMap(numbersIn)
  expect(numbers.length).toBeGreaterThan(88)
  expect(numbers).toEqual([...new Set(numbers)])
  expect(numbersIn(intro)).toEqual([])
})

test('decisions say what holds, not what held', () => {
  const history = /~~.*?~~|\b(Amends|Adds to|Widens|Narrows|Replaces) D\d+/gs
  expect(textOf('docs/decisions.md').match(history) ?? []).toEqual([])
})

test.each(pages)('every link of %s leads somewhere', (page) => {
  const withoutCode = textOf(page).replace(/```.*?```/gs, '')
  for (const [, link = ''] of withoutCode.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?|mailto):/.test(link)) continue
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    expect(existsSync(target), link).toBe(true)
    if (anchor === undefined) continue
    const text = textOf(target)
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))
    expect(anchors, link).toContain(anchor)
  }
})

/** Every file of the project, and every folder with a slash at its end. */
function projectPaths(): string[] {
  const notOurs = /^(node_modules|dist|build|\.git|\.data|\.tanstack|test-results)$/
  return readdirSync('.', { withFileTypes: true })
    .filter(({ name }) => !notOurs.test(name))
    .flatMap((entry) => {
      if (!entry.isDirectory()) return [entry.name]
      const inside = readdirSync(entry.name, { recursive: true, withFileTypes: true })
      const paths = inside.map(
        (item) => `${join(item.parentPath, item.name)}${item.isDirectory() ? '/' : ''}`,
      )
      return [`${entry.name}/`, ...paths]
    })
}

/** What looks like a file or folder of the project; `<name>` and `*` stand for several. */
function namedPaths(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, words = '']) => words)
  return quoted.filter(
    (words) =>
      /^[\w.$@{}<>*-]+(\/[\w.$@{}<>*-]+)*\/?$/.test(words) &&
      (/\.(ts|tsx|css|json|md|yml|yaml|html|sql|svg|webp)$/.test(words) || /\w\/$/.test(words)) &&
      // A build, or a test, makes these.
      !/^(dist|build|test-results)\/|^404\.html$/.test(words),
  )
}

test('every file that a page names exists', () => {
  const paths = projectPaths()
  for (const page of pages) {
    const missing = namedPaths(textOf(page)).filter((name) => {
      const pattern = name.replace(/[.$?+()[\]{}|\\^]/g, '\\$&').replace(/<\w+>|\*/g, '[^/]+')
      const named = new RegExp(`(^|/)${pattern}$`)
      return !paths.some((path) => named.test(path))
    })
    expect(missing, page).toEqual([])
  }
})

const page = `<!-- index -->
<!-- /index -->

## Names

### D1 The product
It has one.

### D2 Spelling
See (D1).

## Routes

### D12 Slashes
Both.

### D3 Roots
One.
`

test('an index leads to each decision', () => {
  const indexed = withDecisionIndex(page)
  expect(
    indexed,
  ).toContain(`- **Names**: [D1](#d1-the-product) The product · [D2](#d2-spelling) Spelling
- **Routes**: [D12](#d12-slashes) Slashes · [D3](#d3-roots) Roots
- **By number**: [D1](#d1-the-product) · [D2](#d2-spelling) · [D3](#d3-roots) · [D12](#d12-slashes)
`)
  expect(withDecisionIndex(indexed)).toBe(indexed)
})

test('reports a decision without a title', () => {
  expect(() => withDecisionIndex(page.replace('D12 Slashes', 'D12'))).toThrow('D12')
})

test('the changelog begins with the current version', () => {
  const [, newest] = /^## (.+)$/m.exec(textOf('CHANGELOG.md')) ?? []
  expect(newest).toBe(version)
})

test('docs/extensions.md names every call of our own', () => {
  const ours = Object.entries<Endpoint>(calls).filter(([, { isOurs }]) => isOurs)
  const page = textOf('docs/extensions.md')
  expect(ours.map(([name]) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
