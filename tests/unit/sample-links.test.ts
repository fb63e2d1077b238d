import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { sessionOfAccessToken } from '../../server/auth/tokens'
import { createSampleDashboards } from '../../server/dashboards/providers/sample'

const secret = 'a secret that is long enough for this test'
const dashboards = createSampleDashboards([secret])
const start = new Date('2026-01-02T03:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const organisation = { id: '1', name: 'Acme', slug: 'acme', createdAt: start }

async function tokenAt(now: Date, from = dashboards) {
  const { url } = await from.linkFor(organisation, 'sales', now)
  return new URL(url, 'https://orglens.test').searchParams.get('token') ?? ''
}
const read = (token: string, now: Date, by = dashboards) => by.readSampleLink?.(token, now)

test('the sample has four dashboards, on a page of the same origin that follows the theme', async () => {
  const names = dashboards.all.map(({ name }) => name)
  expect(names).toEqual(['Overview', 'Sales', 'Retention', 'Support'])
  const { url } = await dashboards.linkFor(organisation, 'sales', start)
  expect(url).toMatch(/^\/sample-analytics\/\?token=eyJ[\w-]+\.[\w-]+\.[\w-]+#theme=transparent$/)
})

test('a link works until a minute after its expiry, like Metabase’s', async () => {
  const { expiresIn } = await dashboards.linkFor(organisation, 'sales', start)
  const end = expiresIn ?? 0
  expect(end).toBeGreaterThanOrEqual(3600)
  const token = await tokenAt(start)
  const shown = { dashboard: 'sales', organisation: 'acme' }
  expect(await read(token, after(0))).toEqual(shown)
  expect(await read(token, after(end + 59))).toEqual(shown)
  expect(await read(token, after(end + 61))).toBe('ended')
})

test('a forged link, or one without expiry, fails', async () => {
  const token = await tokenAt(start)
  const other = createSampleDashboards(['another secret that is long enough'])
  expect(await read(token, start, other)).toBe('forged')
  for (const wrong of ['', 'x', `${token}x`, token.replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0')]) {
    expect(await read(wrong, start)).toBe('forged')
  }
  const claims = { resource: { dashboard: 'sales' }, params: { organisation: 'acme' } }
  const key = new TextEncoder().encode(`sample dashboards ${secret}`)
  const endless = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key)
  expect(await read(endless, start)).toBe('forged')
})

test('links keep working during a rotation of the secret', async () => {
  const changed = createSampleDashboards(['another secret that is long enough', secret])
  expect(await read(await tokenAt(start), start, changed)).toMatchObject({ dashboard: 'sales' })
})

test('a link is not an access token', async () => {
  expect(sessionOfAccessToken(await tokenAt(start), secret, start)).toBeNull()
})
