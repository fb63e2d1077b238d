import { decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { createMetabaseDashboards } from '../../server/dashboards/providers/metabase'

const start = new Date('2026-01-02T03:00:00Z')
const organisation = { id: '1', name: 'Acme Analytics', slug: 'acme-analytics', createdAt: start }
const secretKey = 'the embedding key of a Metabase'
const options = {
  siteUrl: 'https://metabase.example.test/sub',
  secretKey,
  organisationParameter: 'tenant',
}
const shown = [
  { id: 'overview', name: 'Overview', metabaseId: 7, lockedParameters: {} },
  { id: 'sales', name: 'Sales', metabaseId: 12, lockedParameters: { region: ['emea'], tenant: 0 } },
]
const dashboards = createMetabaseDashboards({ ...options, organisationValue: 'slug' }, shown)

const linkAt = (now: Date, id = 'overview') => dashboards.linkFor(organisation, id, now)

async function claimsOf(url: string, now: Date) {
  const token = new URL(url).pathname.split('/').at(-1) ?? ''
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const key = new TextEncoder().encode(secretKey)
  return (await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: now })).payload
}

test('a link opens one dashboard, locked to the organisation', async () => {
  expect(dashboards.all).toEqual(shown.map(({ id, name }) => ({ id, name })))
  const link = await linkAt(start)
  expect(link.url).toMatch(/^https:\/\/metabase\.example\.test\/sub\/embed\/dashboard\/[\w.-]+#/)
  const { exp, ...claims } = await claimsOf(link.url, start)
  expect(exp).toBeTypeOf('number')
  const { hash } = new URL(link.url)
  expect(hash).toBe('#theme=transparent&bordered=false&titled=false&background=false')
  expect(claims).toEqual({ resource: { dashboard: 7 }, params: { tenant: 'acme-analytics' } })
})

test('a link contains further locked parameters, which never say whose data shows', async () => {
  const { url } = await linkAt(start, 'sales')
  expect(await claimsOf(url, start)).toMatchObject({
    resource: { dashboard: 12 },
    params: { region: ['emea'], tenant: 'acme-analytics' },
  })
})

test('a slug that is the locked parameter can’t be changed', () => {
  const byId = createMetabaseDashboards({ ...options, organisationValue: 'id' }, shown)
  expect([dashboards.selectsBySlug, byId.selectsBySlug]).toEqual([true, false])
})

test('a link works for an hour, rounded up to a quarter by the server’s clock, and says for how long', async () => {
  for (const [seconds, left] of Object.entries({ 0: 3600, 1: 4499, 899: 3601, 900: 3600 })) {
    const now = new Date(start.getTime() + Number(seconds) * 1000)
    const { url, expiresIn } = await linkAt(now)
    const { exp = 0 } = await claimsOf(url, now)
    expect(expiresIn).toBe(left)
    expect(exp - now.getTime() / 1000).toBe(left)
  }
})
