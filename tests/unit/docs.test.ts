import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { version } from '../../package.json'
import { settingDocs } from '../../scripts/setting-docs'

const pages = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
const textOf = (page: string) => readFileSync(page, 'utf8')

/** @returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

test('generated docs are current: `npm run generate:docs`', async () => {
  const docs = await settingDocs()
  expect(Object.keys(docs)).toEqual(['docs/settings.md', '.env.example'])
  for (const [path, text] of Object.entries(docs)) expect(textOf(path), path).toBe(text)
})

test('docs/README.md lists every page', () => {
  const map = textOf('docs/README.md')
  for (const page of pages) {
    if (page !== 'docs/README.md') expect(map).toContain(page.replace(/^docs\//, ''))
  }
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

test('the changelog begins with the current version', () => {
  const [, newest] = /^## (.+)$/m.exec(textOf('CHANGELOG.md')) ?? []
  expect(newest).toBe(version)
})

test('docs/extensions.md names every call of our own', () => {
  const ours = Object.entries<Endpoint>(calls).filter(([, { isOurs }]) => isOurs)
  const page = textOf('docs/extensions.md')
  expect(ours.map(([name]) => name).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test('every command that the docs name is one', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const command = /npm (?:run (?:--\w+ )?([a-z][\w:-]*)|(start|test)\b)/g
  const named = pages.flatMap((page) =>
    Array.from(textOf(page).matchAll(command), ([, run, short = '']) => run ?? short),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
})
