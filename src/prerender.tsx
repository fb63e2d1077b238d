import { onlineManager } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { calls as contract } from '../contract/calls'
import type { Endpoint } from '../contract/endpoint'
import { App } from './App'
import type { User } from './api/stored-session'
import { basePath } from './lib/base-path'
import { createQueryClient } from './query-client'
import { createAppRouter } from './router'
import { applySettings } from './settings'
import { documentTitle } from './shell/page'

/** The paths of all reading calls. */
const reads = Object.values<Endpoint>(contract).flatMap(({ method, path }): string[] =>
  method === 'GET' ? [path] : [],
)

/** Stands for a screen that throws. */
const failure = '(no screen)'
/** The parts of `index.html` that a page replaces: from the title to the boot script's data, and the root element. */
const place = /<title>.*?id="start">[^<]*(<.*<div id="root">).*(?=<\/div><!--root-->)/s

export interface RenderedPage {
  /** The page's folder in the built site. It is the page's address, with `$token` for a variable part. */
  folder: string
  /** The routes whose code the page needs. */
  routes: readonly string[]
  /** Returns the app's HTML with this page in place of the present one. */
  putInto: (html: string) => string
}

/**
 * Renders the app's pages without data: signed-out pages for nobody, the others for a member and an admin.
 * @param json the deployment's settings (`src/settings.ts`).
 * @throws Error naming the page that can't be rendered.
 */
export async function renderPages(json: string): Promise<RenderedPage[]> {
  applySettings(json)
  const { routesByPath } = createAppRouter(createQueryClient(), createMemoryHistory())
  const pages: RenderedPage[] = []
  for (const [path, { id }] of Object.entries(routesByPath)) {
    // An invitation's page depends on the invitation, and unknown addresses have none.
    if (!/^\/(_signed-out(?!\/invite)|dashboard)/.test(id) || path.endsWith('/$')) continue
    // Optional parts of an address are left out. Variable parts get any value, because the page looks the same.
    const folder = path.replace(/\/\{.*\}/, '').slice(1)
    const address = `/${folder === 'dashboard' ? 'dashboard/default' : folder.replace('$', 'a-')}`
    const users: User[] = id.startsWith('/dashboard') ? ['member', 'admin'] : ['nobody']
    pages.push({ folder, ...(await renderPage(address, users)) })
  }
  return pages
}

/** Opens a page as each of its users, and renders its screen. */
async function renderPage(address: string, users: readonly User[]) {
  let [title, markup, routes] = ['', '', ['']]
  const calls: Partial<Record<User, string[]>> = {}
  for (const user of users) {
    const isSignedIn = user !== 'nobody'
    const session = { accessToken: '', refreshToken: '', isAdmin: user === 'admin' }
    // Offline, queries wait forever. The cache lists the queries that the page's loaders started.
    onlineManager.setOnline(false)
    const queryClient = createQueryClient()
    queryClient.setDefaultOptions({ queries: { networkMode: 'online' } })
    const history = createMemoryHistory({ initialEntries: [basePath + address] })
    const router = createAppRouter(queryClient, history, () => (isSignedIn ? session : null))
    // The scroll position's inline script would need a hash in every CSP. The app restores it.
    const options = { scrollRestoration: false, defaultPendingComponent: () => failure }
    router.update({ ...router.options, ...options })
    await router.load()
    const queries = queryClient.getQueryCache().getAll()
    calls[user] = queries.map(({ queryKey: [name] }) => `/api/${name}/`)
    const unknown = calls[user].find((path) => !reads.includes(path))
    if (unknown) throw new Error(`${address} loads ${unknown}, which is no call that reads`)
    const { matches, location } = router.state
    routes = matches.map(({ routeId }) => routeId)
    title = renderToStaticMarkup(<title>{documentTitle(matches)}</title>)
    const screen = renderToStaticMarkup(
      <div className={`early early-${user}`} inert={isSignedIn} aria-hidden={isSignedIn}>
        <App router={router} queryClient={queryClient} />
      </div>,
      // Both users' screens are in one page, so their ids must differ.
      { identifierPrefix: user },
    )
    const isFailed = screen.includes(failure) || matches.some(({ status }) => status === 'error')
    if (isFailed || location.pathname !== address) {
      throw new Error(`${address} has no screen for ${user}: at ${location.pathname}, one throws`)
    }
    markup += screen
  }
  const head = `${title}<script type="application/json" id="start">${JSON.stringify({ calls })}`
  const putInto = (html: string) => {
    if (!place.test(html)) throw new Error(`There is no place for ${address} in the app's HTML`)
    return html.replace(place, (_place, between: string) => head + between + markup)
  }
  return { routes, putInto }
}
