import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './App'
import { loadApiClient } from './api/call'
import { areEarlyAnswersComplete, dropEarlyAnswers } from './api/early-answer'
import { endSessionOfEarlierBrowserRun, storedSession } from './api/stored-session'
import { bootStates } from './boot/boot-state'
import { setHydrating } from './hydration'
import { whenInteractive } from './lib/interactive'
import { ignoreImpatientPresses } from './lib/presses'
import { loadFonts } from './load-fonts'
import { loadStyles } from './load-styles'
import { createQueryClient } from './query-client'
import { createAppRouter } from './router'
import { followSession } from './session/follow-session'
import { settings, shownSettings } from './settings'
import { watchForChunkErrors } from './shell/chunk-errors'
import { followTheme } from './ui/theme'
import './styles.css'

endSessionOfEarlierBrowserRun()

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
followTheme()
watchForChunkErrors()
ignoreImpatientPresses()

whenInteractive(() => {
  window.releaseSubmit?.()
  dropEarlyAnswers()
  // Two frames: the screen and its first update are painted before more loads. Hidden pages have no frames.
  if (document.hidden) loadDeferred()
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(loadDeferred)))
})

function loadDeferred(): void {
  void loadStyles()
  loadFonts()
  // The first call reports a failure.
  loadApiClient().catch(() => {})
  import('./api/endpoints').then(({ loadContract }) => loadContract()).catch(() => {})
  import('./lib/server-clock').then(({ startClock }) => startClock()).catch(() => {})
  // Logging out offline shows it (D10). Its layout is in the same file (`vite/chunks.ts`).
  if (storedSession()) {
    router.loadRouteChunk(router.routesById['/_signed-out/signin'])?.catch(() => {})
  }
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')
void start(root)

if (import.meta.env.DEV) {
  // Built pages inline it.
  void import('./fallback-font.css')
  void import('./Devtools').then(({ Devtools }) => {
    const place = document.body.appendChild(document.createElement('div'))
    createRoot(place).render(<Devtools router={router} queryClient={queryClient} />)
  })
}

/** Hydrates the prerendered screen if it is the one asked for; renders the app otherwise. */
async function start(root: HTMLElement) {
  // Not a top-level await: the mocks import this file, which would wait for itself.
  if (import.meta.env.MODE === 'mock') {
    const { startMockMode } = await import('../mocks/browser')
    await startMockMode(settings.apiBaseUrl)
  }
  // After mock mode, which may replace the stored session.
  followSession(router, queryClient)

  const { screen, settings: renderedFor } = document.documentElement.dataset
  const app = <App router={router} queryClient={queryClient} />

  if (
    screen !== undefined &&
    !bootStates.contains('boot-other-screen') &&
    renderedFor === shownSettings()
  ) {
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
    bootStates.remove('boot-other-screen')
  }
  // The early frame stays until the page's code and styles are here.
  const hasEarlyAnswers = areEarlyAnswersComplete()
  await Promise.all([loadStyles(), bootStates.contains('boot-frame') && router.load()])
  // Parsing takes a moment; without the wait the page would first render as loading.
  if (hasEarlyAnswers) await waitForQueries()
  createRoot(root).render(app)
}

/** Waits, for 100 ms at most, until the loaders' queries have settled. */
async function waitForQueries(): Promise<void> {
  const queries = queryClient.getQueryCache().getAll()
  await Promise.race([
    Promise.allSettled(queries.map(({ promise }) => promise)),
    new Promise((resolve) => setTimeout(resolve, 100)),
  ])
}
