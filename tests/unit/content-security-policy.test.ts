import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../server/node/site/content-security-policy'

/** @returns the sources that a page's policy allows, by directive. */
function sourcesOf(html: string): Record<string, string[]> {
  return Object.fromEntries(
    contentSecurityPolicy(html)
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name = '', ...sources]) => [name, sources]),
  )
}

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

test.each<[string, string, string[]]>([
  ['scripts of this origin', '<script src="/app.js"></script>', []],
  ['its own scripts', '<script>a()</script><p></p><script>\n b()</script>', ['a()', '\n b()']],
  // Data needs no permission.
  ['no others', '<script type="application/json" id="settings">{"a":1}</script>', []],
])('a page runs %s', (_, html, own) => {
  expect(sourcesOf(html)['script-src']).toEqual(["'self'", ...own.map(hashOf)])
})

test('nothing unsafe is allowed anywhere', () => {
  const policy = contentSecurityPolicy('<script>first()</script>')
  expect(policy).not.toMatch(/unsafe|\*(?=[\s;]|$)(?<!:\*)/)
})

test('frames show dashboards of this origin and of the configured ones, and nothing else', () => {
  expect(sourcesOf('')['frame-src']).toEqual(["'self'"])
  const policy = contentSecurityPolicy('', false, {}, ['https://metabase.example.test'])
  expect(policy).toContain("frame-src 'self' https://metabase.example.test;")
})

test('no other site can frame the app, change its base or receive its forms', () => {
  expect(sourcesOf('')).toMatchObject({
    'default-src': ["'self'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  })
})

test('allows the addresses in the settings, and nothing else of their hosts', () => {
  const settings = {
    checkoutScriptUrl: 'https://checkout.example.test/v1/checkout.js',
    geolocationUrl: 'https://geo.example.test/json/?a=b;script-src *',
    apiBaseUrl: 'https://api.example.test:8443',
    termsUrl: 'https://terms.example.test/',
  }
  const policy = contentSecurityPolicy('', false, settings)
  expect(policy).toContain("script-src 'self' https://checkout.example.test;")
  expect(policy).toContain(
    "connect-src 'self' https://api.example.test:8443 https://geo.example.test;",
  )
  expect(policy).not.toContain('terms')
  expect(policy).not.toContain(' *;')
})

test('Razorpay’s checkout may call its own hosts and show its own pictures', () => {
  const checkoutScriptUrl = 'https://checkout.razorpay.com/v1/checkout.js'
  const policy = contentSecurityPolicy('', false, { checkoutScriptUrl })
  expect(policy).toContain("script-src 'self' https://checkout.razorpay.com;")
  expect(policy).toContain("connect-src 'self' https://*.razorpay.com;")
  expect(policy).toContain("img-src 'self' data: https://*.razorpay.com;")
  expect(policy).toContain("frame-src 'self' https://checkout.razorpay.com https://*.razorpay.com;")
})

test('the sandbox needs no permission', () => {
  const settings = { checkoutScriptUrl: '/sandbox/checkout.js', geolocationUrl: '' }
  expect(contentSecurityPolicy('', false, settings)).toBe(contentSecurityPolicy(''))
})
