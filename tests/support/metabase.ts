import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { jwtVerify } from 'jose'
import { listenOnLoopback } from './program'

/** What a test sets of a column; Metabase tells more. */
interface StandInColumn {
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
interface StandInText {
  virtual: string
}

/** A dashboard that is published for static embedding. */
export interface Published {
  tabs?: readonly string[]
  cards?: readonly (StandInCard | StandInText)[]
  /** What goes wrong with the dashboard itself. */
  fault?: Fault
}

function* endless() {
  yield '{"data":{"rows":['
  for (;;) yield ' '.repeat(64 * 1024)
}

/** Answers that have no figures. */
const faults = {
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

/** The only dashboard. */
export const dashboardId = 7
const lockedParameter = 'organisation'
const dashcardIdOf = (index: number) => 101 + index
const cardIdOf = (index: number, series = 0) => 1001 + 100 * index + series

/**
 * Answers `GET /api/embed/dashboard/:token`. Source: Metabase, `public-dashboard` of its
 * metabase/public_sharing/api.clj, and `successful-dashboard-info` of embed_test.clj.
 */
function sendDashboard(response: ServerResponse, published: Published) {
  if (published.fault) return faults[published.fault](response)
  const { tabs = [], cards = [] } = published
  sendJson(response, 200, {
    id: dashboardId,
    name: 'Dashboard',
    tabs: tabs.map((name, index) => ({ id: index + 1, name, position: index })),
    dashcards: cards.map(describeDashcard),
  })
}

function describeDashcard(one: StandInCard | StandInText, index: number) {
  const place = {
    id: dashcardIdOf(index),
    dashboard_id: dashboardId,
    dashboard_tab_id: null,
    row: index,
    col: 0,
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
    display,
    visualization_settings: settings,
  }
}

/**
 * Answers `GET /api/embed/dashboard/:token/dashcard/:dashcard/card/:card`. Source: Metabase, `transform-qp-result` of
 * its metabase/public_sharing/api.clj, and `test-query-results` of embed_test.clj.
 */
function sendRows(
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
    },
    status: 'completed',
  })
}

const embedded = /^\/api\/embed\/dashboard\/([^/]+)(?:\/dashcard\/(\d+)\/card\/(\d+))?$/

/**
 * Starts what stands in for a Metabase, as far as figures go: each call checks the link's signature, its end with 60 s
 * of grace, the dashboard and its locked parameter. Source: Metabase, "Static embedding".
 */
export async function startMetabase(secretKey: string, published: Published, now: Date) {
  const key = new TextEncoder().encode(secretKey)
  let calls = 0

  /** @returns the parameters that a link sets; null: it is refused. */
  async function paramsOf(token: string): Promise<Record<string, unknown> | null> {
    const options = { algorithms: ['HS256'], clockTolerance: 60, currentDate: now }
    const { payload } = await jwtVerify(token, key, options).catch(() => ({ payload: {} }))
    const { resource, params = {} } = payload as {
      resource?: { dashboard?: number }
      params?: Record<string, unknown>
    }
    const isLocked = Object.keys(params).join() === lockedParameter
    return resource?.dashboard === dashboardId && isLocked ? params : null
  }

  const server = createServer(async (request, response) => {
    const [, token, dashcard, card] = embedded.exec(request.url ?? '') ?? []
    if (!token) return void response.writeHead(404).end()
    calls += 1
    const params = await paramsOf(token)
    if (!params) return void response.writeHead(400).end('Message seems corrupt or manipulated.')
    if (!dashcard) return sendDashboard(response, published)
    sendRows(response, published, Number(dashcard), Number(card), params)
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    calls: () => calls,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
