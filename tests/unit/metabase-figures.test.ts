import { jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { createMetabaseDashboards } from '../../server/dashboards/providers/metabase'
import type { Reading } from '../../server/dashboards/providers/metabase-figures'

const secretKey = 'the embedding key of a Metabase, long enough'
const start = new Date('2026-01-02T03:00:00Z')
const acme = { id: '1', name: 'Acme', slug: 'acme', createdAt: start }

type Answer = (init?: RequestInit) => Response

/** A card of the dashboard; with `settings.virtual_card` a text. */
interface Card {
  name?: string
  display?: string
  columns?: readonly { name: string; [more: string]: unknown }[]
  /** As JSON where numbers are longer than ours. */
  rows?: readonly (readonly unknown[])[] | string
  settings?: object
  tab?: number
  row?: number
  col?: number
  series?: readonly Card[]
  answer?: Answer
}

const describeCard = (
  { name = 'Revenue', display = 'scalar', settings = {} }: Card,
  id: number,
) => ({ id, name, display, visualization_settings: settings })

/** The answer to `GET /api/embed/dashboard/:token`. */
const dashboardOf = (cards: readonly Card[]) => ({
  tabs: [{ id: 1 }, { id: 2 }],
  dashcards: cards.map((card, index) => {
    const { tab = null, row = index, col = 0, series = [] } = card
    return {
      id: 101 + index,
      card: describeCard(card, 1),
      series: series.map((one, number) => describeCard(one, 2 + number)),
      dashboard_tab_id: tab,
      row,
      col,
      visualization_settings: card.settings ?? {},
    }
  }),
})

function rowsOf({ columns = [{ name: 'sum' }], rows = [] }: Card): Response {
  const text = typeof rows === 'string' ? rows : JSON.stringify(rows)
  const json = `{"status":"completed","data":{"cols":${JSON.stringify(columns)},"rows":${text}}}`
  const bytes = new TextEncoder().encode(json)
  // A chunk may end within a character.
  const cut = bytes.findIndex((byte) => byte > 127) + 1
  const start = (body: ReadableStreamDefaultController) => {
    for (const chunk of [bytes.slice(0, cut), bytes.slice(cut)]) body.enqueue(chunk)
    body.close()
  }
  return new Response(new ReadableStream({ start }), { status: 202 })
}

/** Stands in for a Metabase that shows one dashboard. */
function metabaseWith(cards: readonly Card[], answer?: Answer) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (address, init) => {
    asked.push(String(address))
    const [, dashcard, id] = /\/dashcard\/(\d+)\/card\/(\d+)$/.exec(String(address)) ?? []
    if (!dashcard) return answer?.(init) ?? Response.json(dashboardOf(cards))
    const first = cards[Number(dashcard) - 101] ?? {}
    const card = [first, ...(first.series ?? [])][Number(id) - 1] ?? {}
    return card.answer?.(init) ?? rowsOf(card)
  }
  return { asked, fetch }
}

async function read(reading: Partial<Reading>) {
  const options = {
    siteUrl: 'https://metabase.test/sub',
    secretKey,
    organisationParameter: 'organisation',
    organisationValue: 'id' as const,
  }
  const shown = [{ id: 'overview', name: 'Overview', metabaseId: 7, lockedParameters: {} }]
  const dashboards = createMetabaseDashboards(options, shown, reading)
  const figures = await dashboards.figuresFor?.(acme, 'overview', start)
  if (!figures) throw new Error('Metabase has no figures')
  return figures
}

const figuresOf = (cards: readonly Card[]) => read(metabaseWith(cards))

const named = (...names: string[]) => names.map((name) => ({ name }))

const scalar = (value: unknown, changes: Card = {}): Card => ({ rows: [[value]], ...changes })

const table = (
  columns: Card['columns'] = [],
  rows: Card['rows'] = [],
  changes: Card = {},
): Card => ({ name: 'Orders', display: 'table', columns, rows, ...changes })

describe('the figures of a dashboard', () => {
  test('are its numbers and its rows, in the order of tabs, rows and columns, of the link’s organisation', async () => {
    const rows = [[null, 3]]
    const virtual = { settings: { virtual_card: { display: 'text' } } }
    const { asked, fetch } = metabaseWith([
      scalar(4, { name: 'On the second tab', tab: 2, row: 0 }),
      scalar(3, { name: 'Below', tab: 1, row: 4 }),
      scalar(2, { name: 'Right', tab: 1, row: 0, col: 12 }),
      scalar(1, { name: 'Left', tab: 1, row: 0, col: 0 }),
      virtual,
      scalar(9, { name: 'A button', display: 'action' }),
      table(named('Channel', 'Revenue'), rows, { name: 'By channel', tab: 2, row: 1 }),
    ])
    const { figures, tables, failed } = await read({ fetch })
    const plain = { format: 'number', currency: null }
    expect(figures).toEqual([
      { name: 'Left', value: 1, ...plain },
      { name: 'Right', value: 2, ...plain },
      { name: 'Below', value: 3, ...plain },
      { name: 'On the second tab', value: 4, ...plain },
    ])
    const columns = [
      { name: 'Channel', format: 'text', currency: null },
      { name: 'Revenue', ...plain },
    ]
    expect(tables).toEqual([{ name: 'By channel', columns, rows }])
    expect(failed).toEqual([])
    expect(asked).toHaveLength(6)
    for (const address of asked) {
      const [, token = ''] =
        /^https:\/\/metabase\.test\/sub\/api\/embed\/dashboard\/([^/]+)/.exec(address) ?? []
      const { payload } = await jwtVerify(token, Buffer.from(secretKey), { currentDate: start })
      expect(payload).toMatchObject({ resource: { dashboard: 7 }, params: { organisation: '1' } })
    }
  })

  test('have the formats that Metabase’s settings name', async () => {
    const shown = (changes: object, value = 0.014) =>
      scalar(value, { columns: [{ name: 'sum', ...changes }] })
    const set = (settings: object, value: number) =>
      scalar(value, { settings: { column_settings: { '["name","sum"]': settings } } })
    const { figures } = await figuresOf([
      shown({ semantic_type: 'type/Percentage' }),
      shown({ semantic_type: 'type/Currency', settings: { currency: 'eur' } }, 12),
      shown({ semantic_type: 'type/Percentage', settings: { number_style: 'decimal' } }, 0.5),
      set({ number_style: 'percent' }, 0.57),
      set({ number_style: 'currency', currency: 'INR' }, 499.5),
      set({ scale: 0.01 }, 29_900),
      // The card's come before its model's.
      scalar(12, {
        columns: [{ name: 'sum', settings: { currency: 'EUR', number_style: 'currency' } }],
        settings: { column_settings: { '["name","sum"]': { currency: 'INR' } } },
      }),
      // As earlier versions name a column.
      scalar(0.25, {
        columns: [{ name: 'sum', id: 12 }],
        settings: { column_settings: { '["ref",["field",12,null]]': { number_style: 'percent' } } },
      }),
    ])
    expect(figures.map(({ value, format, currency }) => [value, format, currency])).toEqual([
      [1.4, 'percent', null],
      [12, 'currency', 'EUR'],
      [0.5, 'number', null],
      [57, 'percent', null],
      [499.5, 'currency', 'INR'],
      [299, 'number', null],
      [12, 'currency', 'INR'],
      [25, 'percent', null],
    ])
  })

  test('of trends, progress bars and gauges are the number that is shown', async () => {
    const columns = named('month', 'sum', 'count')
    const rows = [
      ['2026-01-01T00:00:00Z', 10, 1],
      ['2026-02-01T00:00:00Z', 20, 2],
      ['2026-03-01T00:00:00Z', null, 3],
    ]
    const field = { 'scalar.field': 'count' }
    const { figures } = await figuresOf([
      { display: 'smartscalar', columns, rows, settings: field },
      { display: 'smartscalar', columns, rows },
      { display: 'progress', columns, rows, settings: { 'progress.value': 'count' } },
      { display: 'gauge', columns: named('sum', 'count'), rows: [[7, 8]] },
      { display: 'scalar', columns: named('sum', 'count'), rows: [[7, 8]], settings: field },
    ])
    expect(figures.map(({ value }) => value)).toEqual([3, 20, 1, 7, 8])
  })

  test('keep the digits of numbers beyond 2^53, which Metabase writes as numbers or as texts', async () => {
    const long = '12345678901234567890'
    const { figures, tables } = await figuresOf([
      { rows: '[[9007199254740993]]' },
      table(
        [
          { name: 'Total' },
          { name: 'Units', base_type: 'type/BigInteger' },
          { name: 'ID', semantic_type: 'type/PK' },
          { name: 'Parcel', base_type: 'type/Text' },
        ],
        `[[5, "${long}", 9007199254740993, "${long}"], [9007199254740993, null, 42, "said \\"${long}, 1\\""]]`,
      ),
    ])
    expect(figures).toMatchObject([{ value: 9007199254740992, digits: '9007199254740993' }])
    const formats = tables[0]?.columns.map(({ format }) => format)
    expect(formats).toEqual(['number', 'number', 'text', 'text'])
    expect(tables[0]?.rows).toEqual([
      [5, long, '9007199254740993', long],
      ['9007199254740993', null, '42', `said "${long}, 1"`],
    ])
  })

  test('of tables have the columns that are shown, and cells as readers know them', async () => {
    const columns = [
      { name: 'ID', semantic_type: 'type/PK' },
      { name: 'CUSTOMER_ID', remapped_to: 'CUSTOMER' },
      { name: 'DAY' },
      { name: 'AT' },
      { name: 'PAID', display_name: 'Paid?' },
      { name: 'DATA' },
      { name: 'CUSTOMER', display_name: 'Customer', remapped_from: 'CUSTOMER_ID' },
      { name: 'NOTES', visibility_type: 'details-only' },
    ]
    const midnight = '2026-01-01T00:00:00Z'
    const rows = [
      [1042, 5, midnight, midnight, true, { a: [1] }, 'Acme', 'pays late'],
      [1043, 6, '2026-01-02T00:00:00Z', '2026-01-01T09:30:00Z', false, null, null, null],
    ]
    const listed = ['CUSTOMER_ID', 'ID', 'DAY', 'AT', 'PAID', 'NOTES'].map((name) => ({ name }))
    const settings = {
      'table.columns': [...listed, { name: 'DATA', enabled: false }],
      column_settings: { '["name","DAY"]': { column_title: 'Ordered on' } },
    }
    const { tables } = await figuresOf([
      table(columns, rows),
      table(columns, rows, { settings }),
      table(columns, rows, { display: 'object' }),
    ])
    expect(tables.map((one) => one.columns.map(({ name }) => name))).toEqual([
      ['ID', 'Customer', 'DAY', 'AT', 'Paid?', 'DATA'],
      ['Customer', 'ID', 'Ordered on', 'AT', 'Paid?'],
      ['ID', 'Customer', 'DAY', 'AT', 'Paid?', 'DATA', 'NOTES'],
    ])
    expect(tables[0]?.rows).toEqual([
      ['1042', 'Acme', '2026-01-01', midnight, 'true', '{"a":[1]}'],
      ['1043', null, '2026-01-02', '2026-01-01T09:30:00Z', 'false', null],
    ])
  })

  test('of charts have the drawn columns, and a table for each further query', async () => {
    const drawn = (sum: string) => ({ 'graph.dimensions': ['channel'], 'graph.metrics': [sum] })
    const returns = { name: 'Returns', display: 'bar', settings: drawn('back') }
    const { tables } = await figuresOf([
      table(named('channel', 'note', 'sum', 'count'), [['Shop', 'x', 1, 2]], {
        display: 'bar',
        settings: { ...drawn('count'), 'card.title': ' ' },
        series: [table(named('channel', 'note', 'back'), [['Shop', 'x', 3]], returns)],
      }),
      table(named('channel', 'note', 'sum'), [['Shop', 'x', 1]], {
        display: 'pie',
        settings: { 'pie.dimension': 'channel', 'pie.metric': 'sum', 'card.title': 'Shares' },
      }),
    ])
    expect(tables.map(({ name, rows }) => [name, ...rows])).toEqual([
      ['Orders', ['Shop', 2]],
      ['Returns', ['Shop', 3]],
      ['Shares', ['Shop', 1]],
    ])
  })
})

/** Answers with a body that goes on until the request is given up. */
const unending =
  (...parts: Uint8Array[]): Answer =>
  (init) =>
    new Response(
      new ReadableStream({
        start: (body) =>
          init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason)),
        pull(body) {
          for (const part of parts) body.enqueue(part)
        },
      }),
    )

const faults: Record<string, Answer> = {
  'It took too long.': unending(),
  'The dashboard’s server refused it.': () => new Response('No permission', { status: 403 }),
  'Its query failed.': () => Response.json({ status: 'failed', error: 'It is wrong.' }),
  'It answered something else than rows.': () => Response.json({ status: 'completed', data: {} }),
  // As a redirect does, which would take the link elsewhere.
  'The dashboard’s server couldn’t be reached.': (init) => {
    if (init?.redirect === 'error') throw new TypeError('unexpected redirect')
    return rowsOf(scalar(2))
  },
  'Its answer was too large.': unending(new Uint8Array(1_000_000)),
}

test.each(Object.entries(faults))('the card that fails is named: %s', async (reason, answer) => {
  const { fetch } = metabaseWith([scalar(1), { name: 'Broken', answer }, scalar(3)])
  // Of a card, and of all together.
  for (const timeouts of [{ cardTimeout: 500 }, { cardTimeout: 2 ** 30, timeout: 500 }]) {
    const { figures, failed } = await read({ fetch, ...timeouts })
    expect(figures.map(({ value }) => value)).toEqual([1, 3])
    expect(failed).toEqual([{ name: 'Broken', reason }])
  }
})

test('a dashboard brings at most 20 cards, 5 MB of a card, and texts and rows that a mail can have', async () => {
  const cards = Array.from({ length: 21 }, (_, index) => scalar(index, { name: `${index}` }))
  const reason = 'This email shows 20 cards at most.'
  expect((await figuresOf(cards)).failed).toEqual([{ name: '20', reason }])
  const large = table(named('Text'), Array(6_000).fill(['x'.repeat(996)]), { name: 'A' })
  const long = 'x'.repeat(998)
  const texts = [[`${long}xx`], [`${long}xxx`], [`${long}🙂🙂`], ['a\u0000b\ud800']]
  const { tables, failed } = await figuresOf([
    large,
    table(named('Number'), Array(10_001).fill([1])),
    table(named('Text'), texts),
  ])
  expect(failed).toEqual([{ name: 'A', reason: 'Its answer was too large.' }])
  expect(tables[0]?.rows).toHaveLength(10_000)
  // No character is broken, and none is left that no database keeps.
  expect(tables[1]?.rows).toEqual([[`${long}xx`], [`${long}x…`], [`${long}…`], ['ab\ufffd']])
})

const failing: Answer = () => {
  throw new TypeError(`fetch failed: ${secretKey}`)
}

test.each<[message: string, answer: Answer]>([
  ['refused it. (400; npm run doctor tells more)', () => new Response('', { status: 400 })],
  ['it lists no cards.', () => Response.json({})],
  ['The dashboard’s server couldn’t be reached.', failing],
])('a dashboard fails without link and secret: %s', async (message, answer) => {
  const error = await read(metabaseWith([], answer)).catch((error: unknown) => error)
  if (!(error instanceof Error)) throw new Error('Nothing failed')
  expect(error.message).toContain("Metabase's dashboard couldn't be read: ")
  expect(error.message).toContain(message)
  expect(error.cause).toBeUndefined()
  // What each token begins with.
  expect(String(error.stack)).not.toContain('eyJ')
  expect(String(error.stack)).not.toContain(secretKey)
})
