import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { createMockServices } from '../../mocks/mock-api'
import { version } from '../../package.json'
import { settingDocs } from '../../scripts/setting-docs'
import { createApp } from '../../server/app/app'
import { emptyMemoryData } from '../../server/app/memory-store'

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

test('the sandbox understands the calls of docs/billing.md', async () => {
  const app = createApp(createMockServices(emptyMemoryData()))
  const named = [...textOf('docs/billing.md').matchAll(/^POST (\/sandbox\/\w+) +(\{.*\})$/gm)]
  expect(named.length).toBe(2)
  for (const [call, path, body = ''] of named) {
    const headers = { 'Content-Type': 'application/json' }
    const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body })
    expect((await app.fetch(request, {})).status, call).toBe(404)
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
