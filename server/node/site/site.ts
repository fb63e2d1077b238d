import { Hono } from 'hono'
import { isImpossibleAddress } from '../../people/slug'
import { sendContent } from './content'
import { readFiles } from './files'
import { readPages } from './pages'

/**
 * The built site: hashed files are cached for ever, pages are revalidated, and any other address that
 * can be a route or an organisation's gets the app (D75).
 * @param directory the build's output, with `index.html`; it is read once and served from memory.
 * @param more.rendered the app's pages, rendered with these settings.
 * @param more.dashboards the origins of dashboards, besides this one.
 * @throws Error if it doesn't exist.
 */
export function createSite(
  directory: string,
  clientSettings: Record<string, string>,
  more: { rendered?: Parameters<typeof readPages>[2]; dashboards?: readonly string[] } = {},
): Hono {
  const { rendered = [], dashboards = [] } = more
  const pages = readPages(directory, clientSettings, rendered, dashboards)
  // A folder such as `$token` stands for any last part of an address.
  const varying = new Map(
    [...pages].flatMap(([path, page]) =>
      path.includes('$') ? [[path.replace(/\$.*/, ''), page] as const] : [],
    ),
  )
  const pageAt = (path: string) => {
    const bare = path.replace(/(?:\/|\/index\.html)$/, '') || '/'
    return pages.get(bare) ?? varying.get(bare.replace(/[^/]+$/, ''))
  }
  const site = new Hono()
  const files = readFiles(directory)

  site.get('/assets/*', (context) => {
    const file = files.get(context.req.path)
    return file ? sendContent(context, file) : context.text('Not found', 404)
  })

  // Before the other files, so that no page is sent without its policy.
  site.get('*', async (context, next) => {
    const page = pageAt(context.req.path)
    return page ? sendContent(context, page) : next()
  })

  // A prerendered form that was submitted without JavaScript: redirect to the page. Nothing is
  // read.
  site.post('*', (context) =>
    // As it was sent: decoded, it may hold line breaks, which no header takes. Two slashes at the start would be a host.
    pageAt(context.req.path)
      ? context.redirect(new URL(context.req.url).pathname.replace(/^\/+/, '/'), 303)
      : context.notFound(),
  )

  site.get('*', (context) => {
    const file = files.get(context.req.path)
    const app = isImpossibleAddress(context.req.path) ? undefined : pages.get('/')
    const content = file ?? app
    return content ? sendContent(context, content) : context.text('Not found', 404)
  })
  return site
}
