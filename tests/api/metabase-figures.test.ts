import { describe, expect, onTestFinished, test } from 'vitest'
import { createMetabaseDashboards } from '../../server/dashboards/providers/metabase'
import type { Reading } from '../../server/dashboards/providers/metabase-figures'
import { type Fault, type Published, type StandInCard, startMetabase } from '../support/metabase'

const secretKey = 'the embedding key of a Metabase, long enough'
const start = new Date('2026-01-02T03:00:00Z')
const acme = { id: '1', name: 'Acme', slug: 'acme', createdAt: start }
const other = { id: '2', name: 'Other', slug: 'other', createdAt: start }

/** A Metabase that shows one dashboard, and who reads its figures. */
async function metabaseWith(published: Published, reading: Partial<Reading> = {}) {
  const metabase = await startMetabase(secretKey, published, start)
  onTestFinished(metabase.stop)
  const options = {
    siteUrl: metabase.url,
    secretKey,
    organisationParameter: 'organisation',
    organisationValue: 'id' as const,
  }
  const read = async (of = acme, changes: object = {}, now = start) => {
    const shown = [{ id: 'overview', name: 'Overview', metabaseId: 7, lockedParameters: {} }]
    const dashboards = createMetabaseDashboards({ ...options, ...changes }, shown, reading)
    const figures = await dashboards.figuresFor?.(of, 'overview', now)
    if (!figures) throw new Error('Metabase has no figures')
    return figures
  }
  return { metabase, read }
}

async function figuresOf(cards: Published['cards'] = [], reading: Partial<Reading> = {}) {
  const { read } = await metabaseWith({ cards }, reading)
  return await read()
}

const scalar = (value: unknown, changes: Partial<StandInCard> = {}): StandInCard => ({
  name: 'Revenue',
  display: 'scalar',
  columns: [{ name: 'sum' }],
  rows: () => [[value]],
  ...changes,
})

const table = (
  columns: StandInCard['columns'],
  rows: readonly unknown[][],
  changes: Partial<StandInCard> = {},
): StandInCard => ({
  name: 'Orders',
  display: 'table',
  columns: columns ?? [],
  rows: () => rows,
  ...changes,
})

/** Waits ten seconds only where something is to come. */
const readingOf = (fault: Fault): Partial<Reading> =>
  fault === 'stuck' ? { cardTimeout: 1_500 } : {}

const named = (...names: string[]) => names.map((name) => ({ name }))

describe('the figures of a dashboard', () => {
  test('are its numbers and its rows, in the order of tabs, rows and columns', async () => {
    const { read } = await metabaseWith({
      tabs: ['First', 'Second'],
      cards: [
        scalar(4, { name: 'On the second tab', tab: 1, row: 0 }),
        scalar(3, { name: 'Below', tab: 0, row: 4, col: 0 }),
        scalar(2, { name: 'Right', tab: 0, row: 0, col: 12 }),
        scalar(1, { name: 'Left', tab: 0, row: 0, col: 0 }),
        { virtual: 'heading' },
        { virtual: 'text' },
        { virtual: 'link' },
        table(
          named('Channel', 'Revenue'),
          [
            ['Shop', 20.5],
            [null, 3],
          ],
          {
            name: 'By channel',
            display: 'bar',
            tab: 1,
            row: 1,
          },
        ),
      ],
    })
    const { figures, tables, failed } = await read()
    expect(figures).toEqual(
      ['Left', 'Right', 'Below', 'On the second tab'].map((name, index) => ({
        name,
        value: index + 1,
        format: 'number',
        currency: null,
      })),
    )
    expect(tables).toEqual([
      {
        name: 'By channel',
        columns: [
          { name: 'Channel', format: 'text', currency: null },
          { name: 'Revenue', format: 'number', currency: null },
        ],
        rows: [
          ['Shop', 20.5],
          [null, 3],
        ],
      },
    ])
    expect(failed).toEqual([])
  })

  test('are those of the link’s organisation', async () => {
    const { read } = await metabaseWith({
      cards: [scalar(0, { rows: ({ organisation }) => [[Number(organisation) * 10]] })],
    })
    expect((await read(acme)).figures[0]?.value).toBe(10)
    expect((await read(other)).figures[0]?.value).toBe(20)
    expect((await read(other, { organisationValue: 'slug' })).failed).toHaveLength(1)
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
    ])
    expect(figures.map(({ value, format, currency }) => [value, format, currency])).toEqual([
      [1.4, 'percent', null],
      [12, 'currency', 'EUR'],
      [0.5, 'number', null],
      [57, 'percent', null],
      [499.5, 'currency', 'INR'],
      [299, 'number', null],
    ])
  })

  test('of trends, progress bars and gauges are the number that is shown', async () => {
    const months = [
      ['2026-01-01T00:00:00Z', 10, 1],
      ['2026-02-01T00:00:00Z', 20, 2],
      ['2026-03-01T00:00:00Z', null, 3],
    ]
    const columns = named('month', 'sum', 'count')
    const { figures } = await figuresOf([
      table(columns, months, { display: 'smartscalar', settings: { 'scalar.field': 'count' } }),
      table(columns, months, { display: 'smartscalar' }),
      table(columns, months, { display: 'progress', settings: { 'progress.value': 'count' } }),
      table(named('sum', 'count'), [[7, 8]], { display: 'gauge' }),
      table(named('sum', 'count'), [[7, 8]], {
        display: 'scalar',
        settings: { 'scalar.field': 'count' },
      }),
    ])
    expect(figures.map(({ value }) => value)).toEqual([3, 20, 1, 7, 8])
  })

  test('keep the digits of numbers beyond 2^53, which Metabase writes as numbers or as texts', async () => {
    const { figures, tables } = await figuresOf([
      scalar(9007199254740993n),
      scalar('-9007199254740993'),
      scalar(9007199254740991n),
      scalar(9007199254740993n, {
        settings: { column_settings: { '["name","sum"]': { scale: 0.5 } } },
      }),
      table(
        [
          { name: 'Total' },
          { name: 'Units', base_type: 'type/BigInteger' },
          { name: 'ID', semantic_type: 'type/PK' },
          { name: 'Parcel', base_type: 'type/Text' },
          { name: 'Customer', semantic_type: 'type/FK' },
        ],
        [
          [5, '12345678901234567890', 9007199254740993n, '12345678901234567890', 10_234],
          [9007199254740993n, null, 9007199254740995n, 'said "12345678901234567890, 1"', 10_235],
        ],
      ),
    ])
    expect(figures.map(({ value, digits }) => [value, digits])).toEqual([
      [9007199254740992, '9007199254740993'],
      [-9007199254740992, '-9007199254740993'],
      [9007199254740991, undefined],
      [4503599627370500, undefined],
    ])
    expect(tables[0]?.columns.map(({ format }) => format)).toEqual([
      'number',
      'number',
      'text',
      'text',
      'text',
    ])
    expect(tables[0]?.rows).toEqual([
      [5, '12345678901234567890', '9007199254740993', '12345678901234567890', '10234'],
      ['9007199254740993', null, '9007199254740995', 'said "12345678901234567890, 1"', '10235'],
    ])
  })

  test('of tables leave out what Metabase shows in the view of one row alone', async () => {
    const columns = [
      { name: 'Customer' },
      { name: 'Notes', visibility_type: 'details-only' },
      { name: 'Orders', visibility_type: 'normal' },
    ]
    const rows = [['Acme', 'pays late', 3]]
    const listed = ['Notes', 'Customer'].map((name) => ({ name, enabled: true }))
    const { tables } = await figuresOf([
      table(columns, rows),
      table(columns, rows, { settings: { 'table.columns': listed } }),
      table(columns, rows, { display: 'bar' }),
      table(columns, rows, { display: 'object' }),
    ])
    const names = tables.map((one) => one.columns.map(({ name }) => name))
    expect(names).toEqual([
      ['Customer', 'Orders'],
      ['Customer'],
      ['Customer', 'Orders'],
      ['Customer', 'Notes', 'Orders'],
    ])
  })

  test('of tables have the columns that are shown, and cells as readers know them', async () => {
    const { tables } = await figuresOf([
      table(
        [
          { name: 'ID', semantic_type: 'type/PK' },
          { name: 'CUSTOMER_ID', remapped_to: 'CUSTOMER' },
          { name: 'DAY' },
          { name: 'AT' },
          { name: 'PAID', display_name: 'Paid?' },
          { name: 'DATA' },
          { name: 'SECRET' },
          { name: 'CUSTOMER', display_name: 'Customer', remapped_from: 'CUSTOMER_ID' },
        ],
        [
          [1042, 5, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', true, { a: [1] }, 's', 'Acme'],
          [1043, 6, '2026-01-02T00:00:00Z', '2026-01-01T09:30:00Z', false, null, 's', null],
        ],
        {
          settings: {
            'table.columns': [
              ...['CUSTOMER_ID', 'ID', 'DAY', 'AT', 'PAID', 'DATA'].map((name) => ({
                name,
                enabled: true,
              })),
              { name: 'SECRET', enabled: false },
            ],
            column_settings: { '["name","DAY"]': { column_title: 'Ordered on' } },
          },
        },
      ),
    ])
    expect(tables[0]?.columns.map(({ name }) => name)).toEqual([
      'Customer',
      'ID',
      'Ordered on',
      'AT',
      'Paid?',
      'DATA',
    ])
    expect(new Set(tables[0]?.columns.map(({ format }) => format))).toEqual(new Set(['text']))
    expect(tables[0]?.rows).toEqual([
      ['Acme', '1042', '2026-01-01', '2026-01-01T00:00:00Z', 'true', '{"a":[1]}'],
      [null, '1043', '2026-01-02', '2026-01-01T09:30:00Z', 'false', null],
    ])
  })

  test('of charts have the drawn columns, and a table for each further query', async () => {
    const { tables } = await figuresOf([
      table(named('channel', 'note', 'sum', 'count'), [['Shop', 'x', 1, 2]], {
        display: 'bar',
        settings: { 'graph.dimensions': ['channel'], 'graph.metrics': ['count'] },
        series: [table(named('channel', 'returns'), [['Shop', 3]], { name: 'Returns' })],
      }),
    ])
    expect(tables.map(({ name, rows }) => [name, ...rows])).toEqual([
      ['Orders', ['Shop', 2]],
      ['Returns', ['Shop', 3]],
    ])
  })
})

describe('a card that fails is named, and the others stand', () => {
  test.each([
    ['stuck', 'It took too long.'],
    ['forbidden', 'The dashboard’s server refused it.'],
    ['failed', 'Its query failed.'],
    ['odd', 'It answered something else than rows.'],
    ['elsewhere', 'The dashboard’s server couldn’t be reached.'],
    ['endless', 'Its answer was too large.'],
  ] as const)('%s: %s', async (fault, reason) => {
    const cards = [scalar(1), scalar(2, { name: 'Broken', fault }), scalar(3)]
    const { figures, failed } = await figuresOf(cards, readingOf(fault))
    expect(figures.map(({ value }) => value)).toEqual([1, 3])
    expect(failed).toEqual([{ name: 'Broken', reason }])
  })
})

describe('a dashboard brings at most', () => {
  test('20 cards, of which two are asked for at the same time', async () => {
    const cards = Array.from({ length: 22 }, (_, index) => scalar(index, { name: `${index}` }))
    let open = 0
    let mostOpen = 0
    const counting: typeof fetch = async (address, init) => {
      open += 1
      mostOpen = Math.max(mostOpen, open)
      try {
        return await fetch(address, init)
      } finally {
        open -= 1
      }
    }
    const { metabase, read } = await metabaseWith({ cards }, { fetch: counting })
    const { figures, failed } = await read()
    expect(figures.map(({ name }) => name)).toEqual(cards.slice(0, 20).map(({ name }) => name))
    expect(failed).toEqual(
      ['20', '21'].map((name) => ({ name, reason: 'This email shows 20 cards at most.' })),
    )
    expect(mostOpen).toBe(2)
    // The dashboard itself, and its cards.
    expect(metabase.calls()).toBe(21)
  })

  test('10 MB of answers, of which 5 MB are a card’s', async () => {
    const large = (name: string, megabytes: number) =>
      table(
        named('Text'),
        Array.from({ length: megabytes * 1_000 }, () => ['x'.repeat(996)]),
        {
          name,
        },
      )
    const one = await figuresOf([large('A', 6), large('B', 1)])
    expect(one.tables.map(({ name }) => name)).toEqual(['B'])
    expect(one.failed).toEqual([{ name: 'A', reason: 'Its answer was too large.' }])
    // Two are read at once, so that any of the three may be the one that is too much.
    const all = await figuresOf(['A', 'B', 'C'].map((name) => large(name, 4)))
    expect(all.tables).toHaveLength(2)
    expect(all.failed.map(({ reason }) => reason)).toEqual([
      'The dashboard is too large to be read as a whole.',
    ])
  })

  test('10,000 rows and 100 columns of a card, 1,000 characters of a text, and 200 of a name', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) => [index])
    const names = Array.from({ length: 101 }, (_, index) => `Column ${index}`)
    const long = 'x'.repeat(998)
    const texts = [[`${long}xx`], [`${long}xxx`], [`${long}🙂🙂`], ['a\u0000b\ud800']]
    const { tables } = await figuresOf([
      table(named('Number'), rows),
      table(named(...names), [names]),
      table(named('n'.repeat(201)), texts, { name: 'N'.repeat(201) }),
    ])
    expect(tables[0]?.rows).toHaveLength(10_000)
    expect(tables[1]?.columns).toHaveLength(100)
    expect(tables[1]?.rows[0]).toEqual(names.slice(0, 100))
    // No character is broken, and none is left that no database keeps.
    expect(tables[2]).toMatchObject({
      name: `${'N'.repeat(199)}…`,
      columns: [{ name: `${'n'.repeat(199)}…` }],
      rows: [[`${long}xx`], [`${long}x…`], [`${long}…`], ['ab\ufffd']],
    })
  })
})

describe('a dashboard that can’t be read', () => {
  const failure = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(
      () => null,
      (error: unknown) => error,
    )
    if (!(error instanceof Error)) throw new Error('Nothing failed')
    expect(error.cause).toBeUndefined()
    // What each token begins with.
    expect(String(error.stack)).not.toContain('eyJ')
    expect(String(error.stack)).not.toContain(secretKey)
    return error.message
  }

  test('is refused with its status, and without link and secret', async () => {
    const { read } = await metabaseWith({ cards: [scalar(1)] })
    const refused =
      "Metabase's dashboard couldn't be read: The dashboard’s server refused it. (400; npm run doctor tells more)"
    expect(await failure(read(acme, { secretKey: `${secretKey}, another` }))).toBe(refused)
    expect(await failure(read(acme, { organisationParameter: 'tenant' }))).toBe(refused)
    const ended = new Date(start.getTime() - 80 * 60_000)
    expect(await failure(read(acme, {}, ended))).toBe(refused)
    expect(await failure(read(acme, { siteUrl: 'http://127.0.0.1:1' }))).toContain(
      'couldn’t be reached',
    )
  })

  test.each([
    ['unavailable', '(503;'],
    ['odd', 'it lists no cards'],
  ] as const)('%s: %s', async (fault, message) => {
    const { read } = await metabaseWith({ fault }, readingOf(fault))
    expect(await failure(read())).toContain(message)
  })
})
