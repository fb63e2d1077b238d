import { once } from 'node:events'
import { createServer } from 'node:http'
import { errors, jwtVerify } from 'jose'
import { type Published, sendDashboard, sendRows } from './metabase-dashboards'
import { listenOnLoopback } from './program'

/** How long after its end a link still brings data, in seconds. */
const grace = 60

interface MetabaseOptions {
  secretKey: string
  /** By their numbers. */
  dashboards: Readonly<Record<number, Published>>
  clock?: () => Date
}

interface DataCall {
  dashboard: number | null
  params: Record<string, unknown>
  filter: string
  /** As Metabase says it; null: there was data. */
  refusal: string | null
}

/**
 * A Metabase for tests, as far as static embedding goes: each call checks the link's signature, its end with 60 s of
 * grace, the dashboard and its locked parameters. Source: Metabase, "Static embedding".
 *
 * Without the page's `filter`, its API describes a dashboard and answers with a card's rows, in Metabase's shapes.
 */
export async function startMetabase({
  secretKey,
  dashboards,
  clock = () => new Date(),
}: MetabaseOptions) {
  const key = new TextEncoder().encode(secretKey)
  const calls: DataCall[] = []

  async function readLink(token: string, filter: string): Promise<DataCall> {
    const refused = (refusal: string) => ({ dashboard: null, params: {}, filter, refusal })
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        clockTolerance: grace,
        currentDate: clock(),
      })
      const { resource, params } = payload as {
        resource?: { dashboard?: number }
        params?: Record<string, unknown>
      }
      if (!params) return refused('You must specify a value for :params in the JWT.')
      const number = resource?.dashboard ?? 0
      const dashboard = dashboards[number]
      if (!dashboard) return refused('Embedding is not enabled for this object.')
      const missing = dashboard.lockedParameters.find((name) => !(name in params))
      if (missing) return refused(`You must specify a value for :${missing} in the JWT.`)
      const unknown = Object.keys(params).find((name) => !dashboard.lockedParameters.includes(name))
      if (unknown) return refused(`Unknown parameter :${unknown}.`)
      return { dashboard: number, params, filter, refusal: null }
    } catch (error) {
      if (error instanceof errors.JWTExpired) return refused('Token is expired.')
      return refused('Message seems corrupt or manipulated.')
    }
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://metabase.test')
    const [, isData, token = '', dashcard, card] = embedded.exec(pathname) ?? []
    if (pathname === '/api/health') return void response.writeHead(200).end('{"status":"ok"}')
    if (!token) return void response.writeHead(404).end()
    if (!isData) return void response.writeHead(200, { 'content-type': 'text/html' }).end()
    const call = await readLink(token, searchParams.get('filter') ?? '')
    calls.push(call)
    if (searchParams.has('filter')) {
      return void response
        .writeHead(call.refusal ? 400 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(call))
    }
    const [unknown] = searchParams.keys()
    const refusal = call.refusal ?? (unknown ? `Unknown parameter :${unknown}.` : null)
    const published = dashboards[call.dashboard ?? 0]
    if (refusal || !published) return void response.writeHead(400).end(refusal)
    if (!dashcard) return sendDashboard(response, call.dashboard ?? 0, published)
    sendRows(response, published, Number(dashcard), Number(card), call.params)
  })
  const port = await listenOnLoopback(server)
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    /** Asks for data as the page does, by a link's address. */
    async ask(link: string, filter = '') {
      const { origin, pathname } = new URL(link)
      const answer = await fetch(`${origin}/api${pathname}?filter=${filter}`)
      return (await answer.json()) as DataCall
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const embedded = /^(\/api)?\/embed\/dashboard\/([^/]+)(?:\/dashcard\/(\d+)\/card\/(\d+))?$/
