// Runs before the first paint, inlined into the pages of the app (`vite/boot-script.ts`).
import { currentSession, endSessionOfEarlierBrowserRun } from '../session/session'
import { holdSubmit } from './early-submit'

const page = document.documentElement

// Without it a dark page would flash white. The theme starts light, whatever the system prefers (D23).
try {
  if (localStorage.getItem('theme') === 'dark') page.classList.add('dark')
} catch {
  // Storage is blocked: the page stays light.
}

endSessionOfEarlierBrowserRun()

// A prerendered screen is for who is signed out, and as it is without parameters of its own.
const { screen } = page.dataset
if (screen !== undefined) {
  const isOther = screen === '/register' && /[?&]organization=./.test(location.search)
  if (currentSession() || isOther) page.dataset.screen = 'other'
  else holdSubmit()
}

// The app's code can't be had: what shows so far says so (`index.html`).
addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) page.dataset.failed = ''
  },
  true,
)
