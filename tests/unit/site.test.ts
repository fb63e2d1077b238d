import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSite } from '../../server/node/site/site'
import { firstSegments } from '../../server/people/reserved-slugs'

const appPage = `<!doctype html><title>The app</title><script>boot()</script>
<script type="application/json" id="settings">{}</script>`
const signInPage = `<!doctype html><html lang="en"><title>Sign in</title><style>a{}</style><p>as built</p>
<script type="application/json" id="settings">{}</script>`
const resetPage = signInPage.replace('Sign in', 'Reset password')
const analyticsPage = '<!doctype html><title>Sample analytics</title>'
const code = 'console.log("app");'.repeat(99)
const icon = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const secret = 'what lies beside the site'

let parent: string
let site: Hono

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'orglens-site-'))
  const directory = join(parent, 'dist')
  const files = {
    'index.html': appPage,
    'icon.svg': icon,
    'assets/app-1a2b3c.js': code,
    'assets/app-1a2b3c.js.br': brotliCompressSync(code),
    'assets/app-1a2b3c.js.gz': gzipSync(code),
    'sample-analytics/index.html': analyticsPage,
    'dev/mailbox/index.html': analyticsPage,
    'signin/index.html': signInPage,
    'reset-password/$token/index.html': resetPage,
  }
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true })
    writeFileSync(join(directory, name), content)
  }
  writeFileSync(join(parent, 'secret.txt'), secret)
  site = createSite(directory, { productName: 'Numbers' })
})

afterAll(() => rmSync(parent, { recursive: true }))

const get = async (path: string, headers: Record<string, string> = {}) =>
  await site.request(path, { headers })

test.each([
  ...['/invite/a-token.', '/confirm-address/a-token.%3E', '/reset-password/a/b'],
  ...['/acme-analytics', '/?organization=2024', '/%ff', '/%'],
])('the app answers %s', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toContain('<title>The app</title>')
})

test.each([
  ...['/.env', '/.well-known/other', '/wp-login.php', '/a.b', '/dashboard/main.html', '/metrics'],
  ...['/dev/anything', '/assets/app-000000.js', '/assets/app-1a2b3c.js/more', '/assets/%00'],
])('nothing answers %s', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(response.headers.get('cache-control')).toBeNull()
  expect(await response.text()).toBe('Not found')
})

test('the app owns every reserved name, or nothing does', async () => {
  const ofApp = new Set(
    readdirSync('routes', { recursive: true, encoding: 'utf8' })
      .map((file) => /^(?:_signed-out\/)?([a-z-]+)/.exec(file)?.[1] ?? '')
      .filter((name) => firstSegments.has(name)),
  )
  expect(ofApp.size).toBeGreaterThan(7)
  for (const name of firstSegments) {
    const { status } = await get(`/${name}/more`)
    expect(status, name).toBe(ofApp.has(name) ? 200 : 404)
  }
})

test('first title, description, icon and manifest have the product’s name', async () => {
  const directory = join(parent, 'named')
  mkdirSync(directory)
  const settings = '<script type="application/json" id="settings">{}</script>'
  writeFileSync(join(directory, 'index.html'), readFileSync('index.html', 'utf8') + settings)
  for (const name of ['icon.svg', 'manifest.webmanifest']) {
    writeFileSync(join(directory, name), readFileSync(`public/${name}`))
  }
  // The built forms have the built name.
  writeFileSync(join(directory, 'icon.svg.br'), brotliCompressSync('Orglens'))
  const name = 'R&D "Numbers"'
  const named = createSite(directory, { productName: name })
  const read = async (path: string) => await (await named.request(path)).text()
  const page = await read('/')
  expect(page).toContain('<title>R&#38;D &#34;Numbers&#34;</title>')
  expect(page).not.toContain('Orglens')
  expect(await read('/icon.svg')).toContain('<title>R&#38;D &#34;Numbers&#34;</title>')
  const packed = await named.request('/icon.svg', { headers: { 'accept-encoding': 'br' } })
  expect(await packed.text()).toContain('R&#38;D')
  const manifest = JSON.parse(await read('/manifest.webmanifest'))
  expect(manifest).toMatchObject({ name, short_name: name, start_url: './' })
})

test("a setting can't break the page", async () => {
  const productName = `</script><script>alert(1)</script><!-- $& $1 " ' \u2028`
  const evil = createSite(join(parent, 'dist'), { productName })
  const text = await (await evil.request('/')).text()
  expect(text).not.toContain('<script>alert')
  expect(text.match(/<\/script>/g)).toHaveLength(2)
  const [, json = ''] = /id="settings">([^<]*)<\/script>/.exec(text) ?? []
  expect(JSON.parse(json)).toEqual({ productName })
})

test('a page is revalidated each time, and sent only if it or the settings changed', async () => {
  const first = await get('/register')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const second = await get('/dashboard/main', headers)
  expect([second.status, await second.text()]).toEqual([304, ''])
  expect(second.headers.get('etag')).toBe(headers['if-none-match'])
  const changed = createSite(join(parent, 'dist'), { productName: 'Other' })
  expect((await changed.request('/', { headers })).status).toBe(200)
})

test('a password manager finds where a password is changed', async () => {
  const { status, headers } = await get('/.well-known/change-password')
  expect([status, headers.get('location')]).toEqual([302, '/dashboard/profile?tab=security'])
})

test('a prerendered screen answers at its address, with the deployment’s settings', async () => {
  for (const end of ['', '/', '?redirect=%2Fdashboard']) {
    const text = await (await get(`/signin${end}`)).text()
    expect(text, end).toContain('<title>Sign in</title>')
    expect(text, end).toContain('id="settings">{"productName":"Numbers"}</script>')
  }
})

test('a page allows its own inline styles only, and the mailbox those of mails', async () => {
  const styles = async (path: string) =>
    /style-src [^;]+/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[0]
  const hash = createHash('sha256').update('a{}').digest('base64')
  expect(await styles('/signin')).toBe(`style-src 'self' 'sha256-${hash}'`)
  expect(await styles('/')).toBe("style-src 'self'")
  expect(await styles('/dev/mailbox/')).toBe("style-src 'self' 'unsafe-inline'")
})

test('the screen rendered with the settings is sent where there is one, and the app frames the dashboards', async () => {
  const putInto = (html: string) => html.replace('as built', 'as rendered')
  const more = { rendered: [{ folder: 'signin', putInto }], dashboards: ['https://bi.test'] }
  const { request } = createSite(join(parent, 'dist'), {}, more)
  const texts = ['/signin', '/reset-password/x', '/', '/sample-analytics'].map(async (path) => {
    const answer = await request(path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const [, how = 'neither'] = /as (built|rendered)/.exec(await answer.text()) ?? []
    return `${how} ${policy.includes('//bi.test')}`
  })
  expect(await Promise.all(texts)).toEqual([
    ...['rendered true', 'built true', 'neither true', 'neither false'],
  ])
})

test.each([
  ...['/signin', '/reset-password/%00', '/reset-password/a%0d%0aX-Forged:%201'],
  ...['//index.html', '//'],
])('a form sent to %s without JavaScript returns there, to no other host', async (path) => {
  const body = 'password=a+secret'
  const answer = await site.request(`http://app.test${path}`, { method: 'POST', body })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(path.replace('//', '/'))
})

test('every page is sent with its policy, however its address is written', async () => {
  const paths = ['//', '//index.html', '/%69ndex.html', '/nothing', '/sample-analytics']
  const others = ['//index.html', '/%69ndex.html', '/.'].map((rest) => `/sample-analytics${rest}`)
  for (const path of [...paths, ...others]) {
    const response = await site.request(`http://localhost${path}`)
    if (response.status === 404) continue
    expect(response.headers.get('content-type'), path).toMatch(/^text\/html/)
    expect(response.headers.get('content-security-policy'), path).toMatch(/script-src 'self'/)
  }
})

test('hashed files are cached for ever, as no other file is', async () => {
  const response = await get('/assets/app-1a2b3c.js')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(response.headers.get('content-type')).toMatch(/javascript/)
  expect(await response.text()).toBe(code)
  expect((await get('/icon.svg')).headers.get('cache-control')).toBe('no-cache')
})

test.each([
  ['br', 'gzip, deflate, br'],
  ['gzip', 'gzip, br;q=0'],
  ['identity', 'br;q=0, gzip;q=0'],
] as const)('pages and hashed files are sent as %s to a client that accepts %j', async (...row) => {
  const [encoding, accepted] = row
  for (const [path, content] of [
    ['/register', '<title>The app</title>'],
    ['/assets/app-1a2b3c.js', code],
  ] as const) {
    const response = await get(path, { 'accept-encoding': accepted })
    expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    const bytes = Buffer.from(await response.arrayBuffer())
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: String }[encoding]
    expect(String(unpack(bytes))).toContain(content)
    expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
  }
})

test.each([
  ...['/../secret.txt', '/%2e%2e%2fsecret.txt', '/..%5csecret.txt', '//secret.txt'],
  ...['/assets/..%2f..%2fsecret.txt', '/assets/..%252f..%252fsecret.txt'],
  '/sample-analytics/..%2f..%2fsecret.txt',
])("%s doesn't reach beyond the site", async (path) => {
  const response = await site.fetch(new Request(`http://localhost${path}`))
  expect(await response.text()).not.toContain(secret)
})
