import type { User } from '../api/stored-session'

/** A state of the page before the app shows: a class of the root element, which styles go by (`src/design.css`). */
type BootState =
  | `boot-${User}`
  | 'dark'
  /** The font, and the picture beside the sign-in, are in the browser's cache: they show from the start. */
  | 'boot-cached'
  /** The browser has passkeys: signing in offers them. */
  | 'boot-passkeys'
  | 'boot-sidebar-collapsed'
  /** The registration was opened by an invitation's link: it says so, or has the organisation filled in. */
  | 'boot-invited'
  /** A form was submitted, and waits for the app. */
  | 'boot-submit-held'
  /** Some code could not be loaded: the page says so (`index.html`). */
  | 'boot-failed'

interface BootStates {
  add: (state: BootState) => void
  toggle: (state: BootState, isOn: boolean) => void
  contains: (state: BootState) => boolean
}

export const bootStates: BootStates = document.documentElement.classList
