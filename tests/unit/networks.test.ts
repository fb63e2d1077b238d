import { describe, expect, test } from 'vitest'
import { networkOf } from '../../server/api/networks'
import { clientAddress } from '../../server/node/edge/client-address'

/** @returns the network that a request comes from that arrived from `remoteAddress`. */
function addressOf(
  remoteAddress: string | undefined,
  trustedProxies = 0,
  forwarded?: string,
): string {
  const request = {
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }
  const address = clientAddress(request as Parameters<typeof clientAddress>[0], trustedProxies)
  return networkOf(address).near
}

describe('without a proxy', () => {
  test("a client's network is that of its connection, whatever its headers say", () => {
    expect(addressOf('203.0.113.7', 0, '198.51.100.1, 198.51.100.2')).toBe('203.0.113.7')
    expect(addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
    expect(addressOf(undefined)).toBe('unknown')
  })
})

describe('behind proxies', () => {
  const proxy = '10.0.0.1'

  test("a client's network is the one that the proxy saw", () => {
    expect(addressOf(proxy, 1, '203.0.113.7')).toBe('203.0.113.7')
    expect(addressOf('10.0.0.2', 2, `203.0.113.7, ${proxy}`)).toBe('203.0.113.7')
  })

  test('ignores what the client itself added, further left', () => {
    for (const lie of ['198.51.100.1', '198.51.100.1, 198.51.100.2', ' , ,', 'nonsense']) {
      expect(addressOf(proxy, 1, `${lie}, 203.0.113.7`)).toBe('203.0.113.7')
      expect(addressOf('10.0.0.2', 2, `${lie},203.0.113.7 ,${proxy}`)).toBe('203.0.113.7')
    }
  })

  test.each(['1', '1.2', '0x7f.1', 'unknown', '_hidden', '['])(
    'what cannot be read does not count, the address before it does: %j',
    (unreadable) => {
      expect(addressOf('203.0.113.7', 1, unreadable)).toBe('203.0.113.7')
      expect(addressOf('10.0.0.2', 2, `${unreadable}, 203.0.113.7`)).toBe('203.0.113.7')
      expect(addressOf('203.0.113.7', 2, `198.51.100.1, ${unreadable}`)).toBe('203.0.113.7')
    },
  )

  test('ignores the port that a proxy adds', () => {
    expect(addressOf(proxy, 1, '203.0.113.7:50123')).toBe('203.0.113.7')
    expect(addressOf(proxy, 1, '[2001:db8:1:2::3]:50123')).toBe('2001:db8:1:2::/64')
    expect(addressOf(proxy, 1, '[2001:db8:1:2::3]')).toBe('2001:db8:1:2::/64')
  })
})

describe('an IPv6 client', () => {
  test.each([
    ...['2001:db8:1:2::', '2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    '2001:db8:1:2::198.51.100.1',
  ])('is its whole /64, however it is written: %s', (address) => {
    expect(addressOf(address)).toBe('2001:db8:1:2::/64')
  })

  test.each([
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8::5:1:2:3:4', '2001:db8:0:5::/64'],
    ['::1', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
  ])('%s is in the network %s', (address, network) => {
    expect(addressOf(address)).toBe(network)
  })

  test('is also in a wider network, which one customer may own', () => {
    expect(networkOf('2001:db8:1:2::1').wide).toBe('2001:db8:1::/48')
    expect(networkOf('2001:db8:1:ffff::1').wide).toBe('2001:db8:1::/48')
    expect(networkOf('203.0.113.7').wide).toBe('203.0.113.7')
  })
})

test('a text that is no address is its own network, and is truncated', () => {
  for (const text of ['unknown', 'nonsense', '1.2.3.4.5', '2001:db8::1::2', '[', '[]:', '::/64']) {
    expect(networkOf(text)).toMatchObject({ near: text, wide: text })
  }
  expect(networkOf('')).toMatchObject({ near: 'unknown', wide: 'unknown' })
  expect(networkOf(`${'['.repeat(8_000)}]:${'1'.repeat(8_000)}`).near).toHaveLength(100)
})
