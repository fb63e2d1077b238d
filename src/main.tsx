import { createRoot } from 'react-dom/client'
import { App } from './App'
import { loadApiClient } from './api/call'
import { dropEarlyAnswers } from './api/early-answers'
import { storedSession } from './api/stored-session'
import { bootStates } from './boot/boot-state'
import { whenInteractive } from './lib/interactive'
import { tryStorage } from './lib/try-storage'
import { createQueryClient } from './query-client'
import { createAppRouter } from './router'
import { followSession } from './session/follow-session'
import { settings } from './settings'
import { watchForChunkErrors } from './shell/chunk-errors'
import { takeOver } from './take-over'
import { followTheme } from './ui/theme'

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)
followTheme()
watchForChunkErrors()

// Uses the font once it is there; on signed-in pages it is only requested here. Without it a similar one stays.
document.fonts.load('1em "Inter Variable"').then(() => {
  bootStates.add('boot-cached')
  tryStorage(() => localStorage.setItem('font', 'cached'))
}, console.warn)

whenInteractive(() => {
  dropEarlyAnswers()
  // Waits for two frames: the screen is painted before more loads.
  requestAnimationFrame(() => requestAnimationFrame(loadRest))
})

/** Loads the code that the first screen doesn't need. The first call reports a failure. */
function loadRest(): void {
  loadApiClient().catch(() => {})
  import('./api/endpoints').then(({ loadContract }) => loadContract()).catch(() => {})
  import('./lib/server-clock').then(({ startClock }) => startClock()).catch(() => {})
  // The sign-in, which shows when somebody logs out offline (D10). Its layout is in the same file (`vite/chunks.ts`).
  if (storedSession()) {
    router.loadRouteChunk(router.routesById['/_signed-out/signin'])?.catch(() => {})
  }
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id "root"')
void start(root)

if (import.meta.env.DEV) {
  void import('./Devtools').then(({ Devtools }) => {
    const place = document.body.appendChild(document.createElement('div'))
    createRoot(place).render(<Devtools router={router} queryClient={queryClient} />)
  })
}

/** Renders the app in place of the prerendered page, once the page's code and, within 100 ms, its data are there. */
async function start(root: HTMLElement) {
  // A top-level await would block: the mocks import this file, which would wait for itself.
  if (import.meta.env.MODE === 'mock') {
    const { startMockMode } = await import('../mocks/browser')
    await startMockMode(settings.apiBaseUrl)
  }
  // Runs after mock mode has started, which may replace the stored session.
  followSession(router, queryClient)
  await router.load()
  const queries = queryClient.getQueryCache().getAll()
  await Promise.race([
    Promise.allSettled(queries.map(({ promise }) => promise)),
    new Promise((resolve) => setTimeout(resolve, 100)),
  ])
  takeOver(root, () => createRoot(root).render(<App router={router} queryClient={queryClient} />))
}
