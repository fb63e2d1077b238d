/**
 * A state of the page before the app shows: a class of the root element, which styles go by (`src/design.css`,
 * `src/shell/EarlyFrame.tsx`). What the build knows of a page is in attributes of that element, which no script
 * changes (`src/prerender.tsx`, `vite/prerender.ts`).
 */
type BootState =
  /** Another screen than the prerendered one is asked for: it is hidden. */
  | 'boot-other-screen'
  /** A form was submitted, and waits for the app. */
  | 'boot-submit-held'
  /** Some code could not be loaded: the page says so (`index.html`). */
  | 'boot-failed'
  /** The browser has passkeys: signing in offers them. */
  | 'boot-passkeys'
  /** The signed-in layout shows, without data: the early frame. */
  | 'boot-frame'
  /** The page in that frame. */
  | `boot-page-${string}`
  /** The frame is an admin's. */
  | 'boot-admin'
  /** The frame's sidebar is closed. */
  | 'boot-sidebar-collapsed'

interface BootStates {
  add: (...states: BootState[]) => void
  remove: (state: BootState) => void
  contains: (state: BootState) => boolean
}

export const bootStates: BootStates = document.documentElement.classList
