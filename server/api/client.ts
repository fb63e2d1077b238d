import Bowser from 'bowser'
import type { Network } from './networks'

/** The browser that sent a request, and its network. */
export interface Client {
  network: Network
  /** The browser's name, from `browserInWords`. */
  browser: string
}

export const unknownBrowser = 'Unknown browser'

/** Longer headers are truncated; those of browsers have about 150 characters. */
const longestHeader = 500

const browsers = new Set(Object.values(Bowser.BROWSER_MAP))
const systems = new Set(Object.values(Bowser.OS_MAP))

/**
 * @param userAgent the header `User-Agent`.
 * @returns browser and system: 'Firefox on Windows'. Only names from the parser's lists, because the header may contain
 *   anything.
 */
export function browserInWords(userAgent: string | undefined): string {
  // The parser refuses an empty text.
  if (!userAgent) return unknownBrowser
  const { browser, os } = Bowser.parse(userAgent.slice(0, longestHeader))
  if (!browser.name || !browsers.has(browser.name)) return unknownBrowser
  const name = browser.name.replace(/^Microsoft | for Android$/, '')
  return os.name && systems.has(os.name) ? `${name} on ${os.name}` : name
}
