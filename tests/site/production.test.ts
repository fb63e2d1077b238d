import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import type { Endpoint } from '../../contract/endpoint'
import { signedOutPages } from '../support/pages'
import { readProject } from '../support/source-files'
import { readBuiltSite } from './built-site'
import { sentencesIn } from './source-texts'

/**
 * What a cold visit may download, in bytes of brotli as `sizeOf` counts them, and in how many files: on a slow
 * line each one costs a round trip. The smallest sign-in page on this stack takes 92 kB, admired templates of
 * the same kind 147 to 204 kB. See docs/speed.md.
 *
 * Each limit of scripts was measured, plus 2 kB: room for a feature, so that no hundred bytes are saved by a trick. The
 * tests print what is left. Whoever needs more measures again, and says what for.
 */
const budgets = {
  signInScripts: 110_300,
  signInFiles: 4,
  /** The aim is 12 kB. */
  signInPage: 10_000,
  // Passkeys are 7 kB of it, which no page but the profile and a sign-in by passkey loads; whom payments are billed to
  // and tax invoices 10 kB, which the subscription's page loads late.
  allScripts: 288_500,
}

const production = readBuiltSite('dist')
const mock = readBuiltSite('build/mock')
const project = readProject()
/** The production build's scripts that a page loads: all, or those that must arrive first. */
const loadedBy = (page: string, kinds: 'static' | 'all' = 'static') =>
  production.scriptsFrom(production.scriptsOf(page), kinds)

const isApp = (path: string) => /^(src|routes|contract|standalone)\//.test(path)
const appText = project.filter(({ path }) => isApp(path)).map(({ text }) => text)
/** What is said in this folder's code and nowhere in the app's. */
const sentencesOf = (folder: string) =>
  project
    .filter(({ path }) => path.startsWith(folder) && path.endsWith('.ts'))
    .flatMap(sentencesIn)
    .filter((sentence) => !appText.some((text) => text.includes(sentence)))

describe('mock mode is in its own build only', () => {
  test.each([
    'mockServiceWorker',
    'MOCK_ACTIVATE',
    '[MSW]',
    'acme.test',
    'demo-accounts',
    'Sign in as one of these',
    'email-taken',
    'organisation-exists',
  ])('the text %s is in mock mode’s build only', (marker) => {
    expect(mock.text.includes(marker)).toBe(true)
    expect(production.text.includes(marker)).toBe(false)
  })

  test.each(['mocks/', 'server/'])('the production build has no sentence of %s', (folder) => {
    const sentences = sentencesOf(folder)
    expect(sentences.filter((sentence) => mock.text.includes(sentence))).not.toEqual([])
    expect(sentences.filter((sentence) => production.text.includes(sentence))).toEqual([])
  })

  test("the worker's script", () => {
    expect([...mock.files.keys()]).toContain('mockServiceWorker.js')
    expect([...production.files.keys()].filter((path) => /mock/i.test(path))).toEqual([])
  })
})

test('every build has a robots.txt for crawlers', () => {
  for (const site of [production, mock]) {
    expect(site.read('robots.txt')).toMatch(/^User-agent: \*\n(?:Disallow: \/[\w-]+\/\n)+$/m)
  }
})

test('every build has an icon where browsers look for one by themselves', () => {
  for (const site of [production, mock]) {
    const icon = site.files.get('favicon.ico') ?? Buffer.alloc(6)
    const [kind, count] = [icon.readUInt16LE(2), icon.readUInt16LE(4)]
    expect(kind).toBe(1)
    const widths = Array.from({ length: count }, (_, index) => icon[6 + 16 * index])
    expect(widths).toEqual([16, 32, 48])
  }
})

test.each(['tsqd-', 'TanStackRouterDevtools'])('developer tools are in no build: %s', (marker) => {
  expect(production.text.includes(marker)).toBe(false)
  expect(mock.text.includes(marker)).toBe(false)
})

test('the page sets its theme before anything is painted or loaded', () => {
  const head = production.read('index.html').split(/<link|<script type="module"/)[0] ?? ''
  expect(head).toMatch(/<script>[^<]*localStorage[^<]*'?theme'?[^<]*<\/script>/)
})

test('compressible files have compressed forms beside them', () => {
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
    loadedBy(page, 'all').filter((path) => production.read(path).includes('u-legend'))
  expect(chartsIn('sample-analytics/index.html')).not.toEqual([])
  expect(chartsIn('index.html')).toEqual([])
})

test('the sandbox’s checkout is a separate script in every build, and never enters the app', () => {
  for (const site of [production, mock]) {
    const holding = [...site.files.keys()].filter(
      (path) => path.endsWith('.js') && site.read(path).includes('Let the payment fail'),
    )
    expect(holding).toEqual(['sandbox/checkout.js'])
    // Pages load it as no module.
    expect(() => new Function(site.read('sandbox/checkout.js'))).not.toThrow()
  }
})

/** What vite puts between a file's name and its kind. */
const hash = /-[\w-]{8}(?=\.\w+$)/
const hashedNames = [...production.files.keys()]
  .map((path) => path.replace(/^assets\//, ''))
  .filter((name) => hash.test(name))
const sizes = new Map<string, number>()
/**
 * Bytes of brotli, without the hashes in the names of the files that a script lists. Those compress differently
 * after every change, by up to 50 bytes; with them a visit takes 0.5 to 0.8 kB more, the whole app 2.5 kB.
 */
function sizeOf(path: string): number {
  const known = sizes.get(path)
  if (known !== undefined) return known
  const text = hashedNames.reduce(
    (code, name) => code.replaceAll(name, name.replace(hash, '')),
    production.read(path),
  )
  const size = brotliCompressSync(text).length
  sizes.set(path, size)
  return size
}
const bytesOf = (paths: readonly string[]) => paths.reduce((sum, path) => sum + sizeOf(path), 0)

describe('a cold visit to the sign-in page stays within its budget', () => {
  const page = production.read('signin/index.html')

  test('the sign-in page stays within its budget of code, and loads nothing else before it is interactive', () => {
    const loaded = loadedBy('signin/index.html')
    const text = loaded.map(production.read).join()
    expect(text).toContain('Keep me logged in')
    const total = bytesOf(loaded)
    console.log(
      `Cold visit to /signin: ${total} bytes of JavaScript in ${loaded.length} files; ${budgets.signInScripts - total} bytes left`,
    )
    expect(total).toBeGreaterThan(50_000)
    expect(total).toBeLessThan(budgets.signInScripts)
    expect(loaded.length).toBeLessThanOrEqual(budgets.signInFiles)
    expect(page).not.toMatch(/<link rel="(stylesheet|preload)"|@font-face[^}]*url\(/)
  })

  test('the sign-in page stays within its budget of HTML, with its critical styles inlined', () => {
    // What is drawn once the form answers.
    expect(page).not.toContain('data:image/svg+xml,%3csvg')
    expect(brotliCompressSync(page).length).toBeLessThan(budgets.signInPage)
  })

  test('the sign-in page loads the API client afterwards', () => {
    const first = loadedBy('signin/index.html')
    const isOfTheApi = (path: string) => production.read(path).includes('/api/token/refresh/')
    expect(first.filter(isOfTheApi)).toEqual([])
    const later = production.scriptsFrom(first, 'all')
    expect(later.filter(isOfTheApi)).toHaveLength(1)
  })
})

const fileOf = (path: string) => `${path.slice(1).replace('a-token', '$token')}/index.html`

test.each(signedOutPages)('the screen $path has styles for all of its elements', ({ path }) => {
  const page = production.read(fileOf(path))
  const [, inlined = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
  const [, file = ''] = /data-styles="\/([^"]+)"/.exec(page) ?? []
  const all = production.read(file)
  const names = [...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' '))
  const selectors = [...new Set(names)]
    .map((name) => name.replaceAll('&gt;', '>').replaceAll('&amp;', '&'))
    .map((name) => `.${name.replace(/[^\w-]/g, (character) => `\\${character}`)}`)
    .filter((selector) => all.includes(selector))
  expect(selectors).toContain('.bg-brand-500')
  expect(selectors.filter((selector) => !inlined.includes(selector))).toEqual([])
})

test.each(signedOutPages)('the screen $path is prerendered', ({ path, shows }) => {
  const page = production.read(fileOf(path))
  expect(page).toMatch(new RegExp(`<h1[^>]*>${shows}</h1>`))
  // The Content-Security-Policy lets no style attribute through, and scripts only by their hash.
  expect(page).not.toMatch(/<[^>]+ style="/)
  expect(page.match(/<script>/g)).toHaveLength(1)
  // What shows comes before what answers.
  const code = page.match(/<(?:script type="module"|link rel="modulepreload")[^>]*>/g)
  expect(code).not.toBeNull()
  for (const tag of code ?? []) expect(tag).toContain('fetchpriority="low"')
  expect(page.match(/<form[^>]*>/g)).toEqual([expect.stringContaining('method="post"')])
})

test('each page of the app runs the framework before the app, as a script of its own', () => {
  for (const path of ['/', ...signedOutPages.map((page) => page.path)]) {
    const page = production.read(path === '/' ? 'index.html' : fileOf(path))
    const scripts = page.matchAll(/<script type="module"[^>]* src="[^"]*\/([a-z]+)-[^"]*"/g)
    expect([...scripts].map(([, name]) => name)).toEqual(['framework', 'app'])
  }
})

test('what the first screens wait for is compiled while it downloads, and nothing else', () => {
  const hinted = loadedBy('index.html', 'all').filter((path) =>
    production.read(path).split('\n', 2).includes('//# allFunctionsCalledOnLoad'),
  )
  const waitedFor = ['signin/index.html', 'index.html'].flatMap((page) => loadedBy(page))
  const first = [...waitedFor, ...codeOf('main'), ...codeOf('subscription')]
  // The bundler's runtime is no chunk of ours: 0.7 kB.
  const ours = first.filter((path) => !path.includes('/rolldown-runtime-'))
  expect(hinted.toSorted()).toEqual([...new Set(ours)].toSorted())
})

/** What the boot script asks for at once on a signed-in page, as the build tells it. */
function codeOf(page: string): string[] {
  const [, named = ''] = /data-code="([^"]*)"/.exec(production.read('index.html')) ?? []
  const pairs = named.split(' ').map((pair) => pair.split(':'))
  const own = pairs.filter(([name]) => name === '' || name === page)
  return own.flatMap(([, files = '']) => files.split(',').filter(Boolean))
}

test.each([
  ['main', 'Loading Dashboard...', 128_500, 5],
  ['default', 'Loading Dashboard...', 153_000, 10],
  ['pricing', 'Monthly', 152_600, 10],
  ['subscription', 'START DATE', 151_300, 7],
  ['profile', '/api/passkeys/add/', 154_300, 10],
  ['invite-team', 'Invite Team', 165_300, 10],
  ['audit-log', 'Who did what', 167_800, 10],
  ['organisation', '/api/organisation/slug/', 175_600, 12],
])('a cold visit to the page %s stays within its budget', (page, text, bytes, count) => {
  const named = [...loadedBy('index.html'), ...codeOf(page)]
  const loaded = production.scriptsFrom(named, 'static')
  // A file that only another one leads to is asked for a round trip later.
  expect(named.toSorted()).toEqual(loaded.toSorted())
  const code = loaded.map(production.read).join()
  for (const part of ['Skip to content', '/api/token/refresh/', text]) {
    expect(code.includes(part), part).toBe(true)
  }
  const total = bytesOf(loaded)
  console.log(
    `Cold visit to ${page}: ${total} bytes of JavaScript in ${loaded.length} files; ${bytes - total} bytes left`,
  )
  expect(total).toBeLessThan(bytes)
  expect(loaded.length).toBeLessThanOrEqual(count)
})

test.each([
  ['team', ['Could not be delivered', 'Remove member']],
  ['audit-log', ['Who did what', 'founded the organisation']],
  ['organisation', ['Lead here until', 'Change the address?']],
])('the code of the page %s comes to no other page', (_page, words) => {
  const start = loadedBy('index.html')
  const pages = ['main', 'default', 'pricing', 'profile', 'subscription'].map((page) =>
    production.scriptsFrom([...start, ...codeOf(page)], 'static'),
  )
  const first = new Set([...loadedBy('signin/index.html'), ...pages.flat()])
  const later = loadedBy('index.html', 'all').filter((path) => !first.has(path))
  for (const word of words) {
    const holds = (path: string) => production.read(path).includes(word)
    expect([...first].filter(holds), word).toEqual([])
    expect(later.filter(holds).length, word).toBeGreaterThan(0)
  }
})

test('a build for another server asks early for nothing of our own', () => {
  const [, early = ''] = /data-queries="([^"]*)"/.exec(production.read('index.html')) ?? []
  // Of each page: its name, a colon, and what it asks for.
  const asked = early.split(' ').flatMap((page) => page.split(':')[1]?.split(','))
  expect(asked).toContain('profile')
  const ours = Object.values<Endpoint>(calls).flatMap(({ isOurs, path }) => (isOurs ? path : []))
  expect(asked.filter((name) => ours.includes(`/api/${name}/`))).toEqual([])
})

test('all code of the app stays within its budget', () => {
  const total = bytesOf(loadedBy('index.html', 'all'))
  console.log(
    `The whole app: ${total} bytes of JavaScript; ${budgets.allScripts - total} bytes left`,
  )
  expect(total).toBeLessThan(budgets.allScripts)
})
