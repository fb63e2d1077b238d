import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { filesWithName, withProductName } from '../../lib/product-name'
import { isImpossibleAddress } from '../../people/reserved-slugs'
import { type Content, etagOf, sendContent } from './content'
import { readPages } from './pages'

/**
 * The built site: hashed files are cached for ever, pages are revalidated, and any other address that
 * can be a route or an organisation's gets the app (D4).
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
  const files = readFiles(directory, clientSettings.productName)

  // Password managers ask here where to change a password: https://www.w3.org/TR/change-password-url/
  site.get('/.well-known/change-password', (context) =>
    context.redirect('/dashboard/profile?tab=security'),
  )

  site.get('/assets/*', (context) => {
    const file = files.get(context.req.path)
    return file ? sendContent(context, file) : context.text('Not found', 404)
  })

  // Comes before the other files, so that no page is sent without its policy.
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

/** Files with a content hash in their names never change; browsers revalidate the others. */
const cacheControlOf = (path: string) =>
  path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'

/**
 * Reads all files of a built site except its pages, each with its compressed forms (`.br`, `.gz`).
 * The site is a few megabytes; a file that is being sent would stay open for as long as a slow
 * client reads it.
 * @param directory the build's output; it isn't read again later.
 * @param productName undefined keeps the built name.
 * @returns the files by path: `/assets/app-1a2b3c.js`.
 */
function readFiles(directory: string, productName: string | undefined): Map<string, Content> {
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const isNamed = (name: string) =>
    productName !== undefined && filesWithName.includes(relative(directory, name))
  const read = (name: string) =>
    new Uint8Array(
      isNamed(name)
        ? Buffer.from(withProductName(readFileSync(name, 'utf8'), productName))
        : readFileSync(name),
    )
  const files = new Map<string, Content>()
  for (const name of names) {
    if (/\.(html|br|gz)$/.test(name)) continue
    const path = `/${relative(directory, name).replaceAll('\\', '/')}`
    const [br, gzip] = [`${name}.br`, `${name}.gz`].map(
      (form) => names.includes(form) && !isNamed(name) && read(form),
    )
    const identity = read(name)
    files.set(path, {
      headers: {
        'Content-Type': getMimeType(name) ?? 'application/octet-stream',
        'Cache-Control': cacheControlOf(path),
        ETag: etagOf(identity),
        ...((br || gzip) && { Vary: 'Accept-Encoding' }),
      },
      bodies: { identity, ...(br && { br }), ...(gzip && { gzip }) },
    })
  }
  return files
}
