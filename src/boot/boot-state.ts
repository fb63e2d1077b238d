import type { User } from '../api/stored-session'

/** A state of the page before the app shows: a class of the root element, for styles (`src/design.css`). */
type BootState =
  | `boot-${User}`
  | 'dark'
  /** The browser's cache has the font and the picture beside the sign-in, so they show from the start. */
  | 'boot-cached'
  /** The browser has passkeys, so the sign-in offers them. */
  | 'boot-passkeys'
  | 'boot-sidebar-collapsed'
  /** An invitation's link opened the registration, which has a notice or a filled-in organisation. */
  | 'boot-invited'
  /** The address opens another tab than the prerendered first one (the profile's `?tab=security`). */
  | 'boot-tab'
  /** A form was submitted before the app had loaded, and waits for it. */
  | 'boot-submit-held'
  /** Some code couldn't be loaded, and the page says so (`index.html`). */
  | 'boot-failed'

interface BootStates {
  add: (state: BootState) => void
  toggle: (state: BootState, isOn: boolean) => void
  contains: (state: BootState) => boolean
}

export const bootStates: BootStates = document.documentElement.classList
