import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { RenderedPage } from '../../../src/prerender'
import { withProductName } from '../../lib/product-name'
import { type Content, etagOf } from './content'
import { contentSecurityPolicy } from './content-security-policy'

/**
 * The mailbox page shows mails in frames without an address, which inherit its policy. Mails have
 * inline styles, because mail programs keep no others.
 */
const mailboxPath = '/dev/mailbox'

const settingsPlace = /(<script type="application\/json" id="settings">)[^<]*(<\/script>)/

/**
 * Reads the HTML pages of a built site, and writes the deployment's settings into the app's pages.
 * @param directory the build's output; it isn't read again later.
 * @param rendered the app's pages with the deployment's settings; missing ones stay as built.
 * @param dashboards the origins of dashboards, besides this one.
 * @returns pages by path: `/` is the app without a page, `/signin` and others are its pages, and the rest are standalone
 *   pages such as `/sample-analytics` and `/dev/mailbox`.
 */
export function readPages(
  directory: string,
  clientSettings: Record<string, string>,
  rendered: readonly Pick<RenderedPage, 'folder' | 'putInto'>[],
  dashboards: readonly string[],
): Map<string, Content> {
  const pages = new Map<string, Content>()
  const addApp = (path: string, html: string) => {
    const named = withProductName(html, clientSettings.productName)
    const page = withSettings(named, clientSettings)
    pages.set(path, pageOf(page, contentSecurityPolicy(page, false, clientSettings, dashboards)))
  }
  const app = readFileSync(join(directory, 'index.html'), 'utf8')
  addApp('/', app)
  for (const entry of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const [, path] = /^(.+)\/index\.html$/.exec(entry.replaceAll('\\', '/')) ?? []
    if (!path) continue
    const html = readFileSync(join(directory, entry), 'utf8')
    // Only the app's pages have settings.
    if (settingsPlace.test(html)) {
      const page = rendered.find(({ folder }) => folder === path)
      addApp(`/${path}`, page?.putInto(html) ?? html)
    } else {
      const policy = contentSecurityPolicy(html, `/${path}` === mailboxPath)
      pages.set(`/${path}`, pageOf(html, policy))
    }
  }
  return pages
}

function withSettings(html: string, clientSettings: Record<string, string>): string {
  // An unescaped `<` could end the script element.
  const json = JSON.stringify(clientSettings).replaceAll('<', '\\u003c')
  if (!settingsPlace.test(html)) throw new Error('index.html has no place for the settings')
  return html.replace(
    settingsPlace,
    (_match, before: string, after: string) => before + json + after,
  )
}

function pageOf(html: string, policy: string): Content {
  const identity = Buffer.from(html)
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      // Browsers revalidate it: it names the hashed files of the newest build.
      'Cache-Control': 'no-cache',
      ETag: etagOf(identity),
      Vary: 'Accept-Encoding',
    },
    bodies: {
      // Takes 2 ms a page. Qualities 7 to 11 took 30 to 110 ms, at every start, for pages 1 to 9 % smaller.
      br: new Uint8Array(
        brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
      ),
      gzip: new Uint8Array(gzipSync(identity)),
      identity: new Uint8Array(identity),
    },
  }
}
