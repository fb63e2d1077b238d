import Bowser from 'bowser'
import type { Network } from '../networks'

/** Where somebody does something. */
export interface Place {
  network: Network
  /** In words: `browserInWords`. */
  browser: string
}

/** What a browser is called that doesn't say, or says nothing that we know. */
export const unknownBrowser = 'Unknown browser'

/** Longer headers are cut before they are read; those of browsers have some 150 characters. */
const longestHeader = 500

const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))

/** @returns a network as a session keeps it; null: it isn't the client's own (D67). */
export function nearOf({ isOwn, near }: Network): string | null {
  return isOwn ? near : null
}

/** @returns the wide network, likewise. */
export function wideOf({ isOwn, wide }: Network): string | null {
  return isOwn ? wide : null
}

/**
 * @param userAgent the request's header of that name.
 * @returns the browser and its system in words: 'Firefox on Windows'. Only names of the parser's own
 *   lists: the header may hold anything.
 */
export function browserInWords(userAgent: string | undefined): string {
  // The parser refuses an empty text.
  if (!userAgent) return unknownBrowser
  const { browser, os } = Bowser.parse(userAgent.slice(0, longestHeader))
  if (!browser.name || !browsers.has(browser.name)) return unknownBrowser
  const name = browser.name.replace(/^Microsoft | for Android$/, '')
  return os.name && systems.has(os.name) ? `${name} on ${os.name}` : name
}
