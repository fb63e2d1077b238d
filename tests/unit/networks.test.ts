import { expect, test } from 'vitest'
import { browserInWords, unknownBrowser } from '../../server/api/client'
import { countryOf } from '../../server/api/country'
import { networkOf } from '../../server/api/networks'
import { clientAddress } from '../../server/node/edge/client-address'

/** @returns the network that a request comes from which arrived from `remoteAddress`. */
function networkFrom(remoteAddress: string, trustedProxies = 0, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const request = { headers, socket: { remoteAddress } }
  const address = clientAddress(request as Parameters<typeof clientAddress>[0], trustedProxies)
  return networkOf(address).near
}

const [client, proxy, outer] = ['203.0.113.7', '10.0.0.1', '10.0.0.2']

test("without a proxy, a client's network is that of its connection, whatever its headers say", () => {
  expect(networkFrom(client, 0, '198.51.100.1, 198.51.100.2')).toBe(client)
  expect(networkFrom(`::ffff:${client}`)).toBe(client)
})

test('behind proxies it is the one that they saw, after what the client itself added', () => {
  for (const lie of ['', '198.51.100.1, ', ' , ,, ', 'nonsense, ']) {
    expect(networkFrom(proxy, 1, `${lie}${client}`), lie).toBe(client)
    expect(networkFrom(outer, 2, `${lie}${client} ,${proxy}`), lie).toBe(client)
  }
})

test('what cannot be read does not count, the address before it does, and no port', () => {
  for (const unreadable of ['1', 'unknown']) {
    expect(networkFrom(client, 1, unreadable), unreadable).toBe(client)
    expect(networkFrom(outer, 2, `${unreadable}, ${client}`), unreadable).toBe(client)
  }
  expect(networkFrom(proxy, 1, `${client}:50123`)).toBe(client)
  expect(networkFrom(proxy, 1, '[2001:db8:1:2::3]:50123')).toBe('2001:db8:1:2::/64')
})

test.each([
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::198.51.100.1', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
])('the IPv6 client %s is its whole /64, %s, and of a wider network', (address, network) => {
  expect(networkFrom(address)).toBe(network)
  expect(networkOf('2001:db8:1:ffff::1').wide).toBe('2001:db8:1::/48')
  expect(networkOf(client).wide).toBe(client)
})

test('a text that is no address is its own network, and is truncated', () => {
  for (const text of ['unknown', 'nonsense', '1.2.3.4.5', '2001:db8::1::2', '[', '[]:', '::/64']) {
    expect(networkOf(text)).toMatchObject({ near: text, wide: text })
  }
  expect(networkOf('')).toMatchObject({ near: 'unknown', wide: 'unknown' })
  expect(networkOf(`${'['.repeat(8_000)}]:${'1'.repeat(8_000)}`).near).toHaveLength(100)
})

test('a language tells its country, and is American without one', () => {
  expect(['en-IN', 'zh-Hant-TW', 'de', 'C'].map(countryOf)).toEqual(['IN', 'TW', 'US', 'US'])
})

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64'

test.each([
  [`${windows}; rv:131.0) Gecko/20100101 Firefox/131.0`, 'Firefox on Windows'],
  [`${windows}) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, 'Edge on Windows'],
  [
    `Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
])('recognises the browser %s', (userAgent, words) => {
  expect(browserInWords(userAgent)).toBe(words)
})

test.each([
  ['a program', 'curl/8.5.0'],
  ['what is made up', 'Click https://evil.example/ now/1.0 (Windows NT 10.0)'],
  ['a very long header', `${'x/'.repeat(100_000)} Firefox/131.0`],
])('%s is an unknown browser, and none of its text is repeated', (_what, userAgent) => {
  expect(browserInWords(userAgent)).toBe(unknownBrowser)
})
