import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { type Page, readPages, type Screen } from './pages'

/**
 * The built site: hashed files for ever, pages asked again each time, and the app for every address
 * that is no file.
 * @param directory the build's output, with `index.html` in it.
 * @param more.screens the app's prerendered screens, as these settings have them.
 * @param more.dashboards the origins that dashboards come from, besides this one.
 * @throws Error when it isn't there.
 */
export function createSite(
  directory: string,
  clientSettings: Record<string, string>,
  more: { screens?: readonly Screen[]; dashboards?: readonly string[] } = {},
): Hono {
  const { screens = [], dashboards = [] } = more
  const pages = readPages(directory, clientSettings, screens, dashboards)
  const pageAt = (path: string) => {
    const bare = path.replace(/(?:\/|\/index\.html)$/, '') || '/'
    return pages.get(bare.replace(/^\/reset-password\/[^/]+$/, '/reset-password/$token'))
  }
  const site = new Hono()
  const files = serveStatic({ root: directory, precompressed: true })

  site.get('/assets/*', async (context) => {
    const response = await files(context, async () => {})
    if (!(response instanceof Response)) return context.text('Not found', 404)
    response.headers.set('Cache-Control', 'public, max-age=31536000, immutable')
    return response
  })

  // Before the other files, so that no page is sent without its policy.
  site.get('*', async (context, next) => {
    const page = pageAt(context.req.path)
    return page ? sendPage(context, page) : next()
  })

  // A prerendered form, sent without JavaScript: the page says what it needs. Nothing is read.
  site.post('*', (context) =>
    pageAt(context.req.path) ? context.redirect(context.req.path, 303) : context.notFound(),
  )

  site.get('*', files)

  site.get('*', (context) => {
    const app = pages.get('/')
    return app ? sendPage(context, app) : context.notFound()
  })
  return site
}

function sendPage(context: Context, page: Page): Response {
  const { headers, bodies } = page
  if (context.req.header('if-none-match') === headers.ETag) {
    return new Response(null, { status: 304, headers })
  }
  const accepted = parseAccept(context.req.header('accept-encoding') ?? '')
  const encoding = (['br', 'gzip'] as const).find((name) =>
    accepted.some(({ type, q }) => type === name && q > 0),
  )
  return new Response(bodies[encoding ?? 'identity'], {
    headers: { ...headers, ...(encoding && { 'Content-Encoding': encoding }) },
  })
}
