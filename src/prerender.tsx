import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { type AnyRoute, createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { calls } from '../contract/calls'
import type { Endpoint } from '../contract/endpoint'
import { App } from './App'
import { MainDashboardLoading } from './analytics/MainDashboard'
import { DashboardLoading } from './billing/DashboardLoading'
import { CurrentPlanSkeleton } from './billing/plan/CurrentPlan'
import { PlanListSkeleton } from './billing/pricing/PlanList'
import { basePath } from './lib/base-path'
import { ProfileLoading } from './profile/ProfileScreen'
import { createQueryClient } from './query-client'
import { createAppRouter } from './router'
import type { FileRoutesByTo } from './routeTree.gen'
import { applySettings, settings, shownSettings } from './settings'
import { EarlyFrame, type EarlyPage } from './shell/EarlyFrame'
import { documentTitle } from './shell/page'

/** The screens that look the same to all signed-out users, by the folder of their page. */
const screens = {
  signin: '/signin',
  register: '/register',
  'forgot-password': '/forgot-password',
  orginisation: '/orginisation',
  // Looks the same with every token; the Node host serves it for all.
  'reset-password/$token': '/reset-password/a-token',
} as const

export interface RenderedScreen {
  /** The page's folder in the built site; empty: the app's page, with the early frame. */
  folder: string
  /** The route's pattern: `/reset-password/$token`. */
  pattern: string
  /** Puts the screen into a page, replacing the one that is there. */
  putInto: (html: string) => string
}

/**
 * Renders the signed-out screens and the early frame.
 * @param json the deployment's settings (`src/settings.ts`).
 */
export async function renderScreens(json: string): Promise<RenderedScreen[]> {
  applySettings(json)
  const rendered: RenderedScreen[] = []
  for (const [folder, address] of Object.entries(screens)) {
    const queryClient = createQueryClient()
    const history = createMemoryHistory({ initialEntries: [basePath + address] })
    const router = createAppRouter(queryClient, history)
    // Its inline script would need a hash in every CSP; the app restores the scroll position.
    router.update({ ...router.options, scrollRestoration: false })
    await router.load()
    const markup = renderToString(<App router={router} queryClient={queryClient} />)
    const title = documentTitle(router.state.matches)
    const pattern = router.state.matches.at(-1)?.fullPath ?? ''
    rendered.push({
      folder,
      pattern,
      putInto: (html) =>
        filledWith(html, markup, { screen: pattern, settings: shownSettings() }).replace(
          /<title>[^<]*<\/title>/,
          () => `<title>${escaped(title)}</title>`,
        ),
    })
  }
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, createMemoryHistory())
  const { routesById, routesByPath } = router
  const queries = [`:${queriesOf(routesById['/dashboard'])}`]
  // Detail pages have no early frame.
  const isSignedIn = (address: string) => /^\/dashboard\/[^$]+$/.test(address)
  const pages = Object.values<AnyRoute>({ ...routesByPath })
    .filter(({ fullPath }) => isSignedIn(fullPath))
    .map((route): EarlyPage => {
      const address: string = route.fullPath
      const { title = '', navigation } = route.options.staticData ?? {}
      const path = address.replace('/dashboard/', '')
      queries.push(`${path}:${queriesOf(route)}`)
      return {
        path,
        title,
        navigation: navigation ?? `/${path}`,
        content: loadingPages[address as SignedInAddress],
      }
    })
  const frame = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router}>
        <EarlyFrame pages={pages} />
      </RouterContextProvider>
    </QueryClientProvider>,
  )
  rendered.push({
    folder: '',
    pattern: '',
    putInto: (html) => filledWith(html, frame, { queries: queries.join(' ') }),
  })
  return rendered
}

/** Records the names of queries, and never answers. */
class QueryRecorder extends QueryClient {
  readonly names: unknown[] = []

  override fetchQuery({ queryKey: [name] }: { queryKey: QueryKey }): Promise<never> {
    this.names.push(name)
    return new Promise(() => {})
  }
}

/** @returns the names of the API's reads that a route's loader fetches; of our own only if the server is ours. */
function queriesOf({ options }: AnyRoute): string[] {
  const queryClient = new QueryRecorder()
  // As the router does at an address without search parameters.
  const search = options.validateSearch?.({}) ?? {}
  options.loader?.({ context: { queryClient }, deps: options.loaderDeps?.({ search }) ?? {} })
  const reads = Object.values<Endpoint>(calls).filter(
    ({ method, isOurs }) => method === 'GET' && (settings.isOurServer || !isOurs),
  )
  const isRead = (name: unknown) => reads.some(({ path }) => path === `/api/${name}/`)
  return [...new Set(queryClient.names)].filter(isRead).map(String)
}

type SignedInAddress = keyof FileRoutesByTo & `/dashboard/${string}`

/** What a signed-in page shows while the profile loads, if it is more than its frame. */
const loadingPages: Readonly<Partial<Record<SignedInAddress, ReactNode>>> = {
  '/dashboard/main': <MainDashboardLoading />,
  '/dashboard/default': <DashboardLoading />,
  '/dashboard/pricing': <PlanListSkeleton />,
  '/dashboard/profile': <ProfileLoading />,
  '/dashboard/subscription': <CurrentPlanSkeleton />,
}

/** @param data the root element's `data-` attributes. */
function filledWith(html: string, markup: string, data: Readonly<Record<string, string>>): string {
  const place = /<div id="root">[\s\S]*<\/div><!--root-->/
  const page = html.replace(place, () => `<div id="root">${markup}</div><!--root-->`)
  return page.replace(/<html[^>]*>/, (tag) => {
    const names = Object.keys(data).join('|')
    const bare = tag.replace(new RegExp(` data-(${names})="[^"]*"`, 'g'), '').slice(0, -1)
    const added = Object.entries(data).map(([name, value]) => ` data-${name}="${escaped(value)}"`)
    return `${bare}${added.join('')}>`
  })
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
