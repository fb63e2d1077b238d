import type { ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'

/** What a test sets of a column; Metabase tells more. */
export interface StandInColumn {
  name: string
  display_name?: string
  base_type?: string
  semantic_type?: string
  visibility_type?: string
  id?: number
  settings?: object
  remapped_to?: string
  remapped_from?: string
}

/** A card with a query. */
export interface StandInCard {
  name: string
  display: string
  columns?: readonly StandInColumn[]
  /** @param params the locked ones of the link, by their names. */
  rows?: (params: Record<string, unknown>) => readonly (readonly unknown[])[]
  settings?: object
  /** Index of its tab, and its place there: unless given, below the card before. */
  tab?: number
  row?: number
  col?: number
  /** Further queries of the same chart. */
  series?: readonly StandInCard[]
  fault?: Fault
}

/** A text, heading, link or button, without a query. */
export interface StandInText {
  virtual: string
}

/** A dashboard that is published for static embedding. */
export interface Published {
  /** Those that a link must set. */
  lockedParameters: readonly string[]
  name?: string
  tabs?: readonly string[]
  cards?: readonly (StandInCard | StandInText)[]
  /** What goes wrong with the dashboard itself. */
  fault?: Fault
}

function* endless() {
  yield '{"data":{"rows":['
  for (;;) yield ' '.repeat(64 * 1024)
}

/** Answers that have no figures. A slow one never comes. */
const faults = {
  slow: (_: ServerResponse) => {},
  stuck: (response: ServerResponse) => void response.writeHead(202).write('{"data":{"rows":['),
  forbidden: (response: ServerResponse) =>
    void response.writeHead(403).end("You don't have permissions to do that."),
  unavailable: (response: ServerResponse) => void response.writeHead(503).end('Starting'),
  failed: (response: ServerResponse) =>
    sendJson(response, 202, {
      status: 'failed',
      error: 'An error occurred while running the query.',
      error_type: 'invalid-query',
    }),
  elsewhere: (response: ServerResponse) =>
    void response.writeHead(302, { location: '/api/health' }).end(),
  odd: (response: ServerResponse) => sendJson(response, 202, { status: 'completed', data: {} }),
  endless: (response: ServerResponse) => {
    response.writeHead(202, { 'content-type': 'application/json' })
    pipeline(Readable.from(endless()), response, () => {})
  },
}

export type Fault = keyof typeof faults

/** Sends JSON, in which a bigint is a number of any length. */
function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body, (_, value) =>
    typeof value === 'bigint' ? `bigint ${value}` : value,
  )
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(text.replace(/"bigint (-?\d+)"/g, '$1'))
}

const dashcardIdOf = (index: number) => 101 + index
const cardIdOf = (index: number, series = 0) => 1001 + 100 * index + series

/**
 * Answers `GET /api/embed/dashboard/:token`. Source: Metabase, `public-dashboard` of its
 * metabase/public_sharing/api.clj, and `successful-dashboard-info` of embed_test.clj.
 */
export function sendDashboard(response: ServerResponse, number: number, published: Published) {
  if (published.fault) return faults[published.fault](response)
  const { name = `Dashboard ${number}`, tabs = [], cards = [] } = published
  sendJson(response, 200, {
    id: number,
    name,
    description: null,
    parameters: [],
    auto_apply_filters: true,
    width: 'fixed',
    param_fields: null,
    tabs: tabs.map((name, index) => ({ id: index + 1, name, position: index })),
    dashcards: cards.map((one, index) => describeDashcard(one, index, number)),
  })
}

function describeDashcard(one: StandInCard | StandInText, index: number, dashboard: number) {
  const place = {
    id: dashcardIdOf(index),
    dashboard_id: dashboard,
    dashboard_tab_id: null,
    row: index,
    col: 0,
    size_x: 12,
    size_y: 1,
    parameter_mappings: [],
    series: [],
  }
  if ('virtual' in one) {
    return {
      ...place,
      card_id: null,
      card: {},
      visualization_settings: { virtual_card: { name: null, display: one.virtual }, text: 'Text' },
    }
  }
  const { tab, row = index, col = 0, series = [] } = one
  return {
    ...place,
    row,
    col,
    dashboard_tab_id: tab === undefined ? null : tab + 1,
    card_id: cardIdOf(index),
    card: describeCard(one, cardIdOf(index)),
    series: series.map((other, number) => describeCard(other, cardIdOf(index, number + 1))),
    visualization_settings: {},
  }
}

function describeCard({ name, display, settings = {} }: StandInCard, id: number) {
  return {
    id,
    name,
    description: null,
    display,
    visualization_settings: settings,
    parameters: [],
    dataset_query: { type: 'query' },
  }
}

/**
 * Answers `GET /api/embed/dashboard/:token/dashcard/:dashcard/card/:card`. Source: Metabase, `transform-qp-result` of
 * its metabase/public_sharing/api.clj, and `test-query-results` of embed_test.clj.
 */
export function sendRows(
  response: ServerResponse,
  { cards = [] }: Published,
  dashcard: number,
  card: number,
  params: Record<string, unknown>,
) {
  const index = cards.findIndex((_, index) => dashcardIdOf(index) === dashcard)
  const first = cards[index]
  const found =
    first && 'display' in first
      ? [first, ...(first.series ?? [])].find((_, series) => cardIdOf(index, series) === card)
      : undefined
  if (!found) return void response.writeHead(404).end('Not found.')
  if (found.fault) return faults[found.fault](response)
  const { columns = [], rows = () => [] } = found
  sendJson(response, 202, {
    data: {
      rows: rows(params),
      cols: columns.map((column) => ({
        display_name: column.name,
        base_type: 'type/*',
        source: 'native',
        ...column,
      })),
      insights: null,
      requested_timezone: 'UTC',
      results_timezone: 'UTC',
    },
    json_query: { parameters: [] },
    status: 'completed',
  })
}
