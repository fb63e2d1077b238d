// Runs before the first paint, inlined into the pages of the app (`vite/separate-builds.ts`).
import { fetchEarly } from '../api/early-answer'
import { endSessionOfEarlierBrowserRun, storedSession } from '../api/stored-session'
import { canUsePasskeys } from '../session/passkey-support'
import { bootStates } from './boot-state'

declare global {
  interface Window {
    /** Submits the form that was held until the app hydrated it. */
    releaseSubmit?: () => void
  }
}

const page = document.documentElement
// As in `src/lib/base-path.ts`; this script imports as little as possible.
const basePath = import.meta.env.BASE_URL.replace(/\/$/, '')

// Applied now, or a dark page would flash white. The theme starts light, whatever the system prefers (D23).
try {
  if (localStorage.getItem('theme') === 'dark') page.classList.add('dark')
} catch {
  // Storage is blocked: the page stays light.
}

// The app restores scroll positions. The browser would restore them too early, in the frame.
history.scrollRestoration = 'manual'

endSessionOfEarlierBrowserRun()

// Known before the first paint, or a late button would move the form.
if (canUsePasskeys()) bootStates.add('boot-passkeys')

// A prerendered screen is for signed-out users, and for addresses without parameters.
const { screen, queries, code, styles } = page.dataset
if (screen !== undefined) {
  const isInvited = /[?&]organization=./.test(location.search) || history.state?.invitation
  const isOther = screen === '/register' && isInvited
  if (storedSession() || isOther) bootStates.add('boot-other-screen')
  else holdSubmit()
}

// Signed-in users see the early frame of the page, whose code and data load at once.
const frame = code === undefined ? null : pageOfFrame()
if (frame !== null) {
  bootStates.add('boot-frame', `boot-page-${frame}`)
  if (storedSession()?.isAdmin) bootStates.add('boot-admin')
  try {
    if (localStorage.getItem('sidebar') === 'collapsed') bootStates.add('boot-sidebar-collapsed')
  } catch {
    // Storage is blocked: the sidebar is open.
  }
  preload('')
  preload(frame)
  fetchDataFor(frame)
} else if (code !== undefined && !storedSession()) preload('signin')

document.addEventListener(
  'readystatechange',
  () => {
    // The frame has a part for each page. The other pages' parts go before any script of the app runs.
    const others = `.early-frame [data-for]:not([data-for="${frame}"])`
    for (const part of document.querySelectorAll(others)) part.remove()
    // The styles of the whole app load beside the code (`load-styles.ts`). They go behind the frame's: for
    // styles in between, the browser lays out everything again, as for new fonts.
    if (frame && styles) document.body.append(linkTo('stylesheet', styles, 'low'))
  },
  { once: true },
)

/** @returns the page that a signed-in user opens; null: they open none, or nobody is signed in. */
function pageOfFrame(): string | null {
  const session = storedSession()
  const address = location.pathname.slice(basePath.length)
  const [isSignedInPage, page = ''] = /^\/dashboard(?:\/([^/]*))?/i.exec(address) ?? []
  if (!session || !isSignedInPage) return null
  // Members have the profile, and the main dashboard at any other address (D7).
  return session.isAdmin || page === 'profile' ? page || 'default' : 'main'
}

/**
 * Holds a submission in a prerendered page until the app is interactive, which then submits it once.
 * Meanwhile the page looks busy (`src/design.css`).
 */
function holdSubmit(): void {
  let form: HTMLFormElement | null = null

  function hold(event: SubmitEvent) {
    event.preventDefault()
    event.stopImmediatePropagation()
    form = event.target as HTMLFormElement
    bootStates.add('boot-submit-held')
  }

  document.addEventListener('submit', hold, true)
  window.releaseSubmit = () => {
    document.removeEventListener('submit', hold, true)
    delete window.releaseSubmit
    bootStates.remove('boot-submit-held')
    // A form that React rendered anew has lost the input.
    if (form?.isConnected) form.requestSubmit()
  }
}

/** @returns a page's values in a list such as `:all main:one,two`; the empty name is for all pages. */
function valuesFor(list: string | undefined, wanted: string): string[] {
  const pairs = list?.split(' ').map((pair) => pair.split(':')) ?? []
  const [, names = ''] = pairs.find(([name]) => name === wanted) ?? []
  return names.split(',').filter(Boolean)
}

/** Preloads a page's code, which the build lists (`vite/prerender.ts`). */
function preload(wanted: string): void {
  for (const file of valuesFor(code, wanted)) {
    document.head.append(linkTo('modulepreload', `${basePath}/${file}`))
  }
}

/**
 * Fetches what a page's loaders will ask for, as the build lists it (`src/prerender.tsx`). Not in mock mode,
 * where nothing answers before the app starts. Reads the settings as `src/settings.ts` does, without its
 * checks, which would make every page longer.
 */
function fetchDataFor(wanted: string): void {
  const session = storedSession()
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
  // Removed, so that the app tries again and sees the failure.
  link.onerror = () => link.remove()
  return link
}

// The app's code can't be loaded: the page says so (`index.html`). Other scripts are of their callers.
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') {
      bootStates.add('boot-failed')
    }
  },
  true,
)
