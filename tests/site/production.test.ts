import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readProject } from '../support/source-files'
import { readBuiltSite } from './built-site'
import { sentencesIn } from './source-texts'

/**
 * What a cold visit to the sign-in page may download in JavaScript, in bytes of brotli. Admired
 * templates of the same kind take 147 to 204 kB, the smallest app on this stack 94 kB.
 */
const coldVisitBudget = 118_000
/** On a slow line each file costs a round trip. */
const mostFiles = 5

const production = readBuiltSite('dist')
const mock = readBuiltSite('build/mock')
const project = readProject()

const isApp = (path: string) => /^(src|routes|contract|standalone)\//.test(path)
const appText = project.filter(({ path }) => isApp(path)).map(({ text }) => text)
/** What is said in this folder's code and nowhere in the app's. */
const sentencesOf = (folder: string) =>
  project
    .filter(({ path }) => path.startsWith(folder) && path.endsWith('.ts'))
    .flatMap(sentencesIn)
    .filter((sentence) => !appText.some((text) => text.includes(sentence)))

describe('mock mode is in its own build and not with one byte in production', () => {
  test.each([
    'mockServiceWorker',
    'MOCK_ACTIVATE',
    '[MSW]',
    'acme.test',
    'email-taken',
    'organisation-exists',
  ])('%s', (marker) => {
    expect(mock.text.includes(marker)).toBe(true)
    expect(production.text.includes(marker)).toBe(false)
  })

  test.each(['mocks/', 'server/'])('everything that %s says', (folder) => {
    const sentences = sentencesOf(folder)
    expect(sentences.filter((sentence) => mock.text.includes(sentence))).not.toEqual([])
    expect(sentences.filter((sentence) => production.text.includes(sentence))).toEqual([])
  })

  test("the worker's script", () => {
    expect([...mock.files.keys()]).toContain('mockServiceWorker.js')
    expect([...production.files.keys()].filter((path) => /mock/i.test(path))).toEqual([])
  })
})

test.each(['tsqd-', 'TanStackRouterDevtools'])(
  'the tools for developers are in no build: %s',
  (marker) => {
    expect(production.text.includes(marker)).toBe(false)
    expect(mock.text.includes(marker)).toBe(false)
  },
)

test('the page sets its theme before anything is painted or loaded', () => {
  const head = production.read('index.html').split(/<link|<script type="module"/)[0] ?? ''
  expect(head).toMatch(/<script>[^<]*localStorage[^<]*'?theme'?[^<]*<\/script>/)
})

test('what is worth compressing lies beside its compressed forms', () => {
  const worthIt = [...production.files].filter(
    ([path, content]) => /\.(js|css|svg)$/.test(path) && content.length > 500,
  )
  expect(worthIt.length).toBeGreaterThan(2)
  for (const [path, content] of worthIt) {
    const [brotli, gzip] = [production.files.get(`${path}.br`), production.files.get(`${path}.gz`)]
    expect(brotli && brotliDecompressSync(brotli).equals(content), `${path}.br`).toBe(true)
    expect(gzip && gunzipSync(gzip).equals(content), `${path}.gz`).toBe(true)
  }
})

test('the charts of the sample page never enter the app', () => {
  const chartsIn = (page: string) =>
    production
      .scriptsFrom(production.scriptsOf(page), 'all')
      .filter((path) => production.read(path).includes('u-legend'))
  expect(chartsIn('sample-analytics/index.html')).not.toEqual([])
  expect(chartsIn('index.html')).toEqual([])
})

test('a cold visit to the sign-in page stays within its budget', () => {
  // The sign-in screen is in the entry itself (`vite.config.ts`), so this is all it takes.
  const loaded = production.scriptsFrom(production.scriptsOf('index.html'), 'static')
  const text = loaded.map((path) => production.files.get(path)?.toString()).join()
  expect(text).toContain('Keep me logged in')
  const bytes = loaded.map((path) => production.files.get(`${path}.br`)?.length ?? 0)
  const total = bytes.reduce((sum, size) => sum + size, 0)
  console.log(`Cold visit to /signin: ${total} bytes of JavaScript in ${loaded.length} files`)
  expect(total).toBeGreaterThan(50_000)
  expect(total).toBeLessThan(coldVisitBudget)
  expect(loaded.length).toBeLessThanOrEqual(mostFiles)
})
