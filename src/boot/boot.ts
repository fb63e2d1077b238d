// Runs before the first paint, inlined into the pages of the app (`vite/separate-builds.ts`).
import { fetchEarly } from '../api/early-answer'
import { readStoredSession } from '../api/tokens'
import { currentSession, endSessionOfEarlierBrowserRun } from '../session/session'
import { holdSubmit } from './early-submit'

const page = document.documentElement
// As in `src/lib/base-path.ts`: what runs first is tied to as little as can be.
const basePath = import.meta.env.BASE_URL.replace(/\/$/, '')

// Without it a dark page would flash white. The theme starts light, whatever the system prefers (D23).
try {
  if (localStorage.getItem('theme') === 'dark') page.classList.add('dark')
} catch {
  // Storage is blocked: the page stays light.
}

// The app restores scroll positions. Before it, the browser would take the frame for the whole page.
history.scrollRestoration = 'manual'

endSessionOfEarlierBrowserRun()

// A prerendered screen is for who is signed out, and as it is without parameters of its own.
const { screen } = page.dataset
if (screen !== undefined) {
  const isOther = screen === '/register' && /[?&]organization=./.test(location.search)
  if (currentSession() || isOther) page.dataset.screen = 'other'
  else holdSubmit()
}

// The signed-in frame is for who is signed in and asks for a page of it. Its code is asked for at once.
const [isSignedInPage, signedInPage = ''] =
  /^\/dashboard(?:\/([^/]*))?/i.exec(location.pathname.slice(basePath.length)) ?? []
const { queries, code, styles } = page.dataset
if (code !== undefined) {
  if (!currentSession()) preload('signin')
  else if (isSignedInPage) {
    const isAdmin = currentSession()?.isAdmin
    if (isAdmin) page.dataset.admin = ''
    // Members have the profile, and the main dashboard at any other address (D7).
    const shown = isAdmin || signedInPage === 'profile' ? signedInPage || 'default' : 'main'
    preload('')
    preload(shown)
    fetchDataFor(shown)
    page.dataset.frame = shown
    try {
      if (localStorage.getItem('sidebar') === 'collapsed') page.dataset.sidebar = 'collapsed'
    } catch {
      // Storage is blocked: the sidebar is open.
    }
  }
}

document.addEventListener(
  'readystatechange',
  () => {
    const { frame } = page.dataset
    // The frame has a part for each page: those of others are gone before any script of the app runs.
    const others = `.early-frame [data-for]:not([data-for="${frame}"])`
    for (const part of document.querySelectorAll(others)) part.remove()
    // Those of the frame are in the page; the rest is to be there when the code is (`load-styles.ts`).
    // Behind the frame's: styles that come between others are taken for new fonts, and all is laid out.
    if (frame && styles) document.body.append(linkTo('stylesheet', styles, 'low'))
  },
  { once: true },
)

/** @returns what a list has for a page, or under the empty name for all of them. */
function valuesFor(list: string | undefined, wanted: string): string[] {
  const pairs = list?.split(' ').map((pair) => pair.split(':')) ?? []
  const [, names = ''] = pairs.find(([name]) => name === wanted) ?? []
  return names.split(',').filter(Boolean)
}

/** @param wanted a page that the build has named the code of (`vite/prerender.ts`). */
function preload(wanted: string): void {
  for (const file of valuesFor(code, wanted)) {
    document.head.append(linkTo('modulepreload', `${basePath}/${file}`))
  }
}

/**
 * Asks for what a page's loaders ask for (`src/prerender.tsx`), before their code has come. In mock mode
 * nothing answers before the app has started. The settings are read as `src/settings.ts` does, whose
 * checks would make every page longer.
 */
function fetchDataFor(wanted: string): void {
  const session = readStoredSession()
  if (!session || import.meta.env.MODE === 'mock') return
  const given = JSON.parse(document.getElementById('settings')?.textContent || '{}')
  const base: string = given.apiBaseUrl ?? import.meta.env.VITE_API_BASE_URL ?? ''
  for (const name of new Set([...valuesFor(queries, ''), ...valuesFor(queries, wanted)])) {
    fetchEarly(`${base}/api/${name}/`, session.accessToken)
  }
}

function linkTo(rel: string, address: string, priority: 'auto' | 'low' = 'auto'): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.href = address
  link.fetchPriority = priority
  if (rel === 'modulepreload') link.crossOrigin = ''
  // Whoever needs it then asks anew, and hears whether it came.
  link.onerror = () => link.remove()
  return link
}

// The app's code can't be had: what shows so far says so (`index.html`).
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) page.dataset.failed = ''
  },
  true,
)
