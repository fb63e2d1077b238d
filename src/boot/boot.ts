// Inlined into the head of the app's pages (`vite/separate-builds.ts`): runs before anything is painted.
import { withoutGlued } from '../../contract/glued-link'
import { fetchEarly } from '../api/early-answers'
import { endSessionOfEarlierBrowserRun, storedSession, type User } from '../api/stored-session'
import { tryStorage } from '../lib/try-storage'
import { canUsePasskeys } from '../passkeys/browser'
import { bootStates } from './boot-state'

// A mailed link may have lost its end in a sentence: `/invite/…).`
const path = withoutGlued(location.pathname)
if (path !== location.pathname) {
  history.replaceState(null, '', path + location.search + location.hash)
}

const readJson = (id: string) => JSON.parse(document.getElementById(id)?.textContent || '{}')
const stored = (key: string) => tryStorage(() => localStorage.getItem(key))

endSessionOfEarlierBrowserRun()
const session = storedSession()
const user: User = session ? (session.isAdmin ? 'admin' : 'member') : 'nobody'
bootStates.add(`boot-${user}`)
// The theme starts light, whatever the system prefers.
bootStates.toggle('dark', stored('theme') === 'dark')
const isCached = stored('font') === 'cached'
bootStates.toggle('boot-cached', isCached)
const font = document.getElementById('font') as HTMLLinkElement
const loadFont = () => font.removeAttribute('media')
// The first paint waits for a font that is preloaded (`index.html`). A cached font is there at once. On a first visit,
// which begins signed out, the font comes beside the code. On signed-in pages it would delay the code too much.
if (isCached) loadFont()
else if (!session) {
  font.fetchPriority = 'low'
  requestAnimationFrame(() => setTimeout(loadFont))
}
bootStates.toggle('boot-passkeys', canUsePasskeys())
bootStates.toggle('boot-sidebar-collapsed', stored('sidebar') === 'collapsed')
bootStates.toggle('boot-tab', /[?&]tab=./.test(location.search))
const hasRefusal = tryStorage(() => sessionStorage.getItem('invitation')?.includes('"refusal"'))
bootStates.toggle('boot-invited', hasRefusal || /[?&]organization=./.test(location.search))

// The app restores scroll positions. The browser would do it before the content is there.
history.scrollRestoration = 'manual'

// The build writes this into the page (`vite/prerender.ts`): the calls that the page's loaders would make, for each
// kind of user. The page that is served for every unknown address has the preloads of the sign-in, to which many such
// addresses lead.
const { calls, signInPreloads = '' } = readJson('start')
if (!session) document.head.insertAdjacentHTML('beforeend', signInPreloads)
// In mock mode no server answers before the app starts.
else if (import.meta.env.MODE !== 'mock') {
  // Reads the setting like `src/settings.ts`, but without its checks, which would make every page longer.
  const { apiBaseUrl = import.meta.env.VITE_API_BASE_URL ?? '' } = readJson('settings')
  for (const path of calls?.[user] ?? []) fetchEarly(apiBaseUrl + path, session.accessToken)
}

// A form that is submitted before the app has loaded waits for it (`src/take-over.ts`).
document.onsubmit = (event) => {
  event.preventDefault()
  bootStates.add('boot-submit-held')
}

// If a module script fails, the app never starts. Other scripts report their own load errors.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') {
      bootStates.add('boot-failed')
    }
  },
  true,
)
