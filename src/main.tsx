import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App'
import { loadApiClient } from './api/call'
import { areEarlyAnswersComplete, dropEarlyAnswers } from './api/early-answer'
import { setHydrating } from './hydration'
import { whenInteractive } from './lib/interactive'
import { loadFonts } from './load-fonts'
import { loadStyles } from './load-styles'
import { createQueryClient } from './query-client'
import { createAppRouter } from './router'
import { followSession } from './session/follow-session'
import { currentSession, endSessionOfEarlierBrowserRun } from './session/session'
import { settings, shownSettings } from './settings'
import { watchForChunkErrors } from './shell/chunk-errors'
import { followTheme } from './ui/theme'
import './styles.css'

endSessionOfEarlierBrowserRun()

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
followTheme()
watchForChunkErrors()

whenInteractive(() => {
  window.releaseSubmit?.()
  dropEarlyAnswers()
  // What shows is painted, and what it has drawn next, before anything else is asked for. Hidden pages
  // have no frames.
  if (document.hidden) loadDeferred()
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(loadDeferred)))
})

function loadDeferred(): void {
  void loadStyles()
  loadFonts()
  // Whether it comes shows with the first call.
  loadApiClient().catch(() => {})
  // Logging out without a network leads there (D10); its frame is in the same file (`vite/chunks.ts`).
  if (currentSession()) {
    router.loadRouteChunk(router.routesById['/_signed-out/signin'])?.catch(() => {})
  }
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')
void start(root)

if (import.meta.env.DEV) {
  // Built pages have it among their inlined styles.
  void import('./fallback-font.css')
  void import('./Devtools').then(({ Devtools }) => {
    const place = document.body.appendChild(document.createElement('div'))
    createRoot(place).render(<Devtools router={router} queryClient={queryClient} />)
  })
}

/** Takes a prerendered screen over where it is the one that is asked for; draws the app elsewhere. */
async function start(root: HTMLElement) {
  // Not awaited at the top: what it loads imports from this file, which would wait for itself.
  if (import.meta.env.MODE === 'mock') {
    const { startMockMode } = await import('../mocks/browser')
    await startMockMode(settings.apiBaseUrl)
  }
  // Mock mode may have put another session in the place of what was stored.
  followSession(router, queryClient)

  const page = document.documentElement
  const { screen } = page.dataset
  const app = <App router={router} queryClient={queryClient} />

  if (screen !== undefined && screen !== 'other' && page.dataset.settings === shownSettings()) {
    setHydrating(router, true)
    await router.load()
    if (router.state.matches.at(-1)?.fullPath === screen) {
      hydrateRoot(root, app)
      return
    }
    setHydrating(router, false)
  }
  if (screen !== undefined) {
    await loadStyles()
    root.replaceChildren()
    delete page.dataset.screen
  }
  // The early frame stays until there is a page to put in its place, and what it is to look like.
  const hasEarlyAnswers = areEarlyAnswersComplete()
  await Promise.all([loadStyles(), page.dataset.frame !== undefined && router.load()])
  // They only have to be read: without that the page would first be drawn as waiting for them.
  if (hasEarlyAnswers) await waitForQueries()
  // In slices, between which the browser answers to the user: a whole page is a long task.
  startTransition(() => createRoot(root).render(app))
}

/** Waits, for 100 ms at most, until what the loaders have asked for is there. */
async function waitForQueries(): Promise<void> {
  const queries = queryClient.getQueryCache().getAll()
  await Promise.race([
    Promise.allSettled(queries.map(({ promise }) => promise)),
    new Promise((resolve) => setTimeout(resolve, 100)),
  ])
}
