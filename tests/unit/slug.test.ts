import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calls } from '../../contract/calls'
import { reservedSlugs } from '../../server/people/reserved-slugs'
import { requireOrganisationName, requireSlug, slugOf as slugIn } from '../../server/people/slug'
import type { ChangeStore } from '../../server/store/change'
import { numRuns } from '../support/property-runs'

const taken = new Set<unknown>()
const store = {
  one: (async (_table: string, { slug }: { slug?: unknown }) =>
    taken.has(slug) ? { slug } : null) as ChangeStore['one'],
}
const slugOf = (name: string) =>
  slugIn({ store, clock: () => new Date(), productName: 'Acme Insights' }, name)

const read = (path: string) => readFileSync(path, 'utf8')

test.each([
  ['Acme Analytics', 'acme-analytics'],
  ['  Acme   Analytics  ', 'acme-analytics'],
  ['AcmeLabs 2024', 'acmelabs-2024'],
  ['Zoë & Søn', 'zoe-and-son'],
  ['Аналитика', 'analitika'],
  // Cut at the end of a word, without its hyphen.
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('the organisation %j has the slug %j', async (name, slug) => {
  expect(await slugOf(name)).toBe(slug)
})

test('a name without Latin letters has a unique slug too', async () => {
  const slug = await slugOf('株式会社')
  expect(slug).toMatch(/^org-[0-9a-f]{10}$/)
  expect(await slugOf(' 株式会社 ')).toBe(slug)
  expect(await slugOf('合同会社')).not.toBe(slug)
})

test('no organisation can take the name of something else', async () => {
  for (const slug of ['login', 'www', 'support', 'orglens', 'acme-insights', 'acmeinsights']) {
    expect(() => requireSlug(slug, 'Acme Insights'), slug).toThrow('This address is reserved.')
    expect(await slugOf(slug)).toBe(`${slug}-org`)
  }
  for (const ink of ['ink-paper', 'ink-and-paper'])
    expect(() => requireSlug(ink, 'Ink & Paper')).toThrow('This address is reserved.')
  for (const slug of ['', 'Acme', 'acme labs', 'acme--labs', '-acme', 'acme-'])
    expect(() => requireSlug(slug, 'Orglens'), slug).toThrow('Lower-case letters, digits and')
})

test('an organisation that has a reserved slug keeps it, and its name', async () => {
  taken.add('support')
  expect(await slugOf('Support')).toBe('support')
  taken.clear()
})

test('a name has letters or digits, a hundred characters at most, and is one line', async () => {
  expect(requireOrganisationName(' Acme\r\n\tLa\u00adbs\u200f ')).toBe('Acme Labs')
  expect((await slugOf('é'.repeat(100))).length).toBeLessThanOrEqual(60)
  for (const name of ['', '!?', '🚀🚀', 'Acme\u001b[2J', 'Acme\u2063evil', 'é'.repeat(101)])
    await expect(slugOf(name), name).rejects.toMatchObject({ status: 422 })
})

test('whatever the name, its slug is a single, unreserved path segment', async () => {
  const reserved = [...reservedSlugs].map((slug) => slug.replaceAll('-', ' '))
  const name = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...reserved))
  const check = fc.asyncProperty(name, async (text) => {
    const slug = await slugOf(text).catch((error: { status: number }) => error.status)
    if (slug === 422) return
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(reservedSlugs).not.toContain(slug)
  })
  await fc.assert(check, { numRuns: numRuns(500) })
})

test('no organisation can take an address of the app, of the server, or of a page beside the app', () => {
  // Braces in the paths would end the interface early.
  const tree = read('src/routeTree.gen.ts').replaceAll(/\{-\$\w+\}/g, '$')
  const [, routes = ''] = /interface FileRoutesByFullPath \{([^}]*)/.exec(tree) ?? []
  // What `payments` asks for are addresses of the provider.
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('payments'),
  )
  const routed = /\.(?:all|get|post|put|delete|use|route|mount)\(\s*['"`](\/[^'"`]*)/g
  const found = (text: string, pattern: RegExp) =>
    Array.from(text.matchAll(pattern), ([, path = '']) => path)
  const paths = [
    ...found(routes, /'([^']+)'/g),
    ...Object.values(calls).map(({ path }) => path),
    ...readdirSync('standalone').map((name) => `/${name}/`),
    ...sources.flatMap((path) => found(read(`server/${path}`), routed)),
    // What the app's host passes on in development is the server's as well.
    ...found(read('vite.config.ts'), /'(\/[a-z]+)'/g),
  ]
  const segments = new Set(paths.flatMap((path) => /^\/([a-z0-9][\w.-]*)/.exec(path)?.[1] ?? []))
  for (const known of ['signin', 'orginisation', 'api', 'assets', 'sample-analytics', 'dev'])
    expect(segments).toContain(known)
  expect([...segments].filter((segment) => !reservedSlugs.has(segment))).toEqual([])
})
