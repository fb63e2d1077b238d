// @vitest-environment happy-dom
import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { generateAnalytics } from '../../contract/sample-analytics/analytics'
import { lastCompleteMonth } from '../../contract/sample-analytics/calendar'
import { type Kind, kinds } from '../../contract/sample-analytics/kinds'
import { createSampleDashboards } from '../../server/dashboards/providers/sample'
import { createFormats } from '../../standalone/sample-analytics/formats'
import { readLink } from '../../standalone/sample-analytics/link'
import { nameOfOrganisation } from '../../standalone/sample-analytics/organisation'
import { renderCards, renderHeader } from '../../standalone/sample-analytics/page'
import { followTheme } from '../../standalone/sample-analytics/theme'
import { valueSteps } from '../../standalone/sample-analytics/value-steps'

const secret = 'a secret that is long enough for this test'
const dashboards = createSampleDashboards([secret])
const start = new Date('2026-11-02T02:30:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const organisation = { id: '1', name: 'Acme', slug: 'acme-analytics', createdAt: start }
const overview = kinds.overview as Kind

async function newToken() {
  const { url } = await dashboards.linkFor(organisation, 'sales', start)
  return new URL(url, 'https://orglens.test').searchParams.get('token') ?? ''
}
const read = (token: string, now: Date, by = dashboards) => by.readSampleLink?.(token, now)

test('a link works until a minute after its expiry, like Metabase’s', async () => {
  const { expiresIn: end = 0 } = await dashboards.linkFor(organisation, 'sales', start)
  expect(end).toBeGreaterThanOrEqual(3600)
  const token = await newToken()
  const changed = createSampleDashboards(['another secret that is long enough', secret])
  const shown = { dashboard: 'sales', organisation: 'acme-analytics' }
  expect(await read(token, after(0))).toEqual(shown)
  expect(await read(token, after((end ?? 0) + 59))).toEqual(shown)
  expect(await read(token, start, changed), 'during a rotation of the secret').toEqual(shown)
  expect(await read(token, after((end ?? 0) + 61))).toBe('ended')
})

test('a forged link, or one without expiry, fails', async () => {
  const token = await newToken()
  const other = createSampleDashboards(['another secret that is long enough'])
  expect(await read(token, start, other)).toBe('forged')
  for (const wrong of ['', `${token}x`, token.replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0')]) {
    expect(await read(wrong, start)).toBe('forged')
  }
  const claims = { resource: { dashboard: 'sales' }, params: { organisation: 'acme' } }
  const key = new TextEncoder().encode(`sample dashboards ${secret}`)
  const endless = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key)
  expect(await read(endless, start)).toBe('forged')
})

test('figures are the organisation’s own, and those of the last complete month', async () => {
  const figuresOf = (slug: string, at: Date, id = 'overview') =>
    dashboards.figuresFor?.({ ...organisation, slug }, id, at)
  const november = await figuresOf('acme-analytics', start)
  expect(november?.figures.map(({ name, value }) => [name, value])).toEqual([
    ['Revenue', 370_848],
    ['Active customers', 8_269],
    ['Churn', 1.4],
    ['NPS', 45],
  ])
  expect(november?.tables[0]?.rows[0]).toEqual(['Online shop', 144_824, 39])
  expect(november?.tables[1]?.rows[0]).toEqual(['Essentials suite', 79_565, 751])
  expect(await figuresOf('acme-analytics', new Date('2026-10-31T23:59:59Z'))).not.toEqual(november)
  expect(await figuresOf('acme-analytic', start)).not.toEqual(november)
  const support = await figuresOf('acme', start, 'support')
  expect(support?.figures[1]).toMatchObject({ name: 'First reply (hours)', format: 'number' })
  expect(support?.tables[1]?.columns[1]).toMatchObject({ name: 'Tickets', format: 'number' })
})

test('a month’s figures stay when the next one comes, and those of a filter’s options add up to the whole', () => {
  const month = lastCompleteMonth(start)
  const [present, next] = [month, month + 1].map((one) => generateAnalytics(overview, 'acme', one))
  const before = next?.figures.map(({ comparison, history }) => [comparison.previous, history[10]])
  expect(before).toEqual(present?.figures.map(({ comparison: { value } }) => [value, value]))
  const [first] = next?.rows ?? []
  const formerly = present?.rows.find(({ name }) => name === first?.name)
  expect(first?.amount.previous).toBe(formerly?.amount.value)
  let left = present?.months[11]?.value ?? 0
  for (const option of overview.filter.options)
    left -= generateAnalytics(overview, 'acme', month, option).months[11]?.value ?? 0
  expect(Math.abs(left)).toBeLessThan(4)
})

test.each([
  [0, 370_848, [0, 100_000, 200_000, 300_000, 400_000]],
  [8_030, 8_269, [8_000, 8_100, 8_200, 8_300]],
])('an axis from %s to %s has labels at %j', (lowest, highest, steps) => {
  expect(valueSteps(lowest, highest)).toEqual(steps)
})

test('the page shows what a mail of its figures says, with changes coloured by their meaning', () => {
  const analytics = generateAnalytics(overview, 'acme-analytics', lastCompleteMonth(start))
  const before = [330_000, 8_300, 0.012, 45]
  const figures = analytics.figures.map((figure, index) => ({
    ...figure,
    comparison: { ...figure.comparison, previous: before[index] ?? 0 },
  }))
  const cards = renderCards(overview, { ...analytics, figures }, createFormats('en-US'))
  document.body.replaceChildren(...cards.all)
  const shown = [...document.querySelectorAll('.key-figure')].map((card) => [
    card.querySelector('.value')?.textContent,
    card.querySelector('.change')?.textContent,
    card.querySelector('.change')?.className,
  ])
  expect(shown).toEqual([
    ['$371K', '+12.4% (better)', 'change ok'],
    ['8,269', '−0.4% (worse)', 'change bad'],
    ['1.4%', '+0.2 pt (worse)', 'change bad'],
    ['45', '0', 'change'],
  ])
  const [months, weeks] = document.querySelectorAll('.read-out')
  expect(months?.textContent).toBe('Oct 2026 $370,848')
  cards.months.readOut(0)
  expect(months?.textContent).toBe('Nov 2025 $223,647')
  cards.months.readOut(null)
  expect(months?.textContent).toBe('Oct 2026 $370,848')
  expect(document.querySelector('.months tbody tr')?.textContent).toBe('Nov 2025$223,647')
  // People, not money, in the last whole week of the month.
  expect(weeks?.textContent).toMatch(/^Oct 19 [\d,]+$/)
  const countOf = (card: string) => document.querySelectorAll(`${card} tbody tr`).length
  expect(['.months', '.weeks', '.rows'].map(countOf)).toEqual([12, 26, 6])
  const told = 'Bar chart of revenue: from $223,647 (Nov 2025) to $370,848 (Oct 2026).'
  expect(document.querySelector('.plot')?.getAttribute('aria-label')).toBe(told)
  expect(document.querySelector('.against')?.textContent).toBe(' vs Sep')
  // The line ends near the top: revenue has grown.
  expect(Number(document.querySelector('.spark circle')?.getAttribute('cy'))).toBeLessThan(10)
  const [bar] = document.querySelectorAll('.part-bars li')
  expect(bar?.textContent).toBe('Online shop $145K 39%')
  expect(bar?.querySelector<HTMLElement>('.bar-filled')?.style.width).toBe('100%')
  const cells = [...document.querySelectorAll('.rows tbody tr:first-child > *')].slice(0, 3)
  const texts = cells.map(({ textContent }) => textContent)
  expect(texts).toEqual(['Essentials suite', '751', '$79,565'])
  const support = kinds.support as Kind
  const tickets = generateAnalytics(support, 'acme', lastCompleteMonth(start))
  document.body.replaceChildren(...renderCards(support, tickets, createFormats('en-US')).all)
  for (const change of document.querySelectorAll('.rows .change, .key-figure:first-child .change'))
    expect(change.textContent).toMatch(/^(\+.* \(worse\)|−.* \(better\)|0\.0%)$/)
})

test('the page is marked as sample data, shows markup in a name as text, and has the theme of its address', () => {
  expect(nameOfOrganisation('acme-analytics')).toBe('Acme Analytics')
  const chosen: unknown[] = []
  const choose = (option: unknown) => void chosen.push(option)
  document.body.replaceChildren(renderHeader('<img src=x>', overview, 'October 2026', choose))
  const filter = document.querySelector('select')
  filter?.dispatchEvent(new Event('change'))
  if (filter) filter.value = 'Europe'
  filter?.dispatchEvent(new Event('change'))
  expect(chosen).toEqual([null, 'Europe'])
  expect(document.querySelector('h1')?.textContent).toBe('<img src=x>')
  expect(document.querySelector('.badge')?.textContent).toBe('Sample data')
  const isDark = () => document.documentElement.classList.contains('dark')
  location.hash = '#theme=night'
  followTheme(() => {})
  expect(isDark()).toBe(true)
  location.hash = '#theme=transparent&bordered=false'
  window.dispatchEvent(new Event('hashchange'))
  expect(isDark()).toBe(false)
})

test('the page asks for what its link shows, at the server’s time, and says why it shows nothing', async () => {
  const shown = { dashboard: 'sales', organisation: 'acme-analytics' }
  const fetched = vi.fn<typeof fetch>(async () =>
    Response.json(shown, { headers: { date: start.toUTCString() } }),
  )
  vi.stubGlobal('fetch', fetched)
  expect(await readLink('?token=a%2Bb')).toEqual({ ...shown, now: start })
  expect(String(fetched.mock.calls[0]?.[0])).toMatch(/\/sandbox\/sample-link\.json\?token=a%2Bb$/)
  fetched.mockResolvedValue(Response.json({ message: 'It has ended.' }, { status: 403 }))
  await expect(readLink('')).rejects.toThrow('It has ended.')
})
