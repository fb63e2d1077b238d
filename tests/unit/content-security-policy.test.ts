import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '../../server/node/site/content-security-policy'

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
const policyWith = (sources: Record<string, string>) => {
  const of = (name: string) => `${name} 'self'${sources[name] ? ` ${sources[name]}` : ''}`
  const fetched = ['script-src', 'style-src', 'img-src', 'connect-src', 'frame-src'].map(of)
  const others = ["frame-ancestors 'self'", "object-src 'none'", "base-uri 'none'"]
  return ["default-src 'self'", ...fetched, ...others, "form-action 'self'"].join('; ')
}

test('a page runs the scripts and styles of this origin, and its own by their hashes', () => {
  const page = `<script src="/app.js"></script><script>a()</script><p></p><script>\n b()</script>
    <style>c{}</style><script type="application/json" id="settings">{"a":1}</script>`
  const scripts = `${hashOf('a()')} ${hashOf('\n b()')}`
  const own = { 'script-src': scripts, 'style-src': hashOf('c{}'), 'img-src': 'data:' }
  expect(contentSecurityPolicy(page)).toBe(policyWith(own))
  // The sandbox needs no permission.
  const settings = { checkoutScriptUrl: '/sandbox/checkout.js', geolocationUrl: '' }
  expect(contentSecurityPolicy('', false, settings)).toBe(policyWith({ 'img-src': 'data:' }))
})

test('a page reaches the addresses in the settings, and nothing else of their hosts', () => {
  const settings = {
    checkoutScriptUrl: 'https://checkout.example.test/v1/checkout.js',
    geolocationUrl: 'https://geo.example.test/json/?a=b;script-src *',
    apiBaseUrl: 'https://api.example.test:8443',
    termsUrl: 'https://terms.example.test/',
  }
  expect(contentSecurityPolicy('', false, settings, ['https://metabase.example.test'])).toBe(
    policyWith({
      'script-src': 'https://checkout.example.test',
      'img-src': 'data:',
      'connect-src': 'https://api.example.test:8443 https://geo.example.test',
      'frame-src': 'https://metabase.example.test https://checkout.example.test',
    }),
  )
})

test('Razorpay’s checkout may call its own hosts and show its own pictures', () => {
  const checkoutScriptUrl = 'https://checkout.razorpay.com/v1/checkout.js'
  expect(contentSecurityPolicy('', false, { checkoutScriptUrl })).toBe(
    policyWith({
      'script-src': 'https://checkout.razorpay.com',
      'img-src': 'data: https://*.razorpay.com',
      'connect-src': 'https://*.razorpay.com',
      'frame-src': 'https://checkout.razorpay.com https://*.razorpay.com',
    }),
  )
})
