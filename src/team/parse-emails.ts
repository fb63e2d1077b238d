import { addressIn } from '../../contract/pasted-text'

export interface ParsedEmail {
  address: string
  /** Whether the text is probably not an address. It is sent anyway, and the server decides (D102). */
  doubtful: boolean
}

/** Signs that separate addresses. Commas are the specification's; people know the others from mail programs and tables. */
const separators = /[,;，；、|]+/

/**
 * Parses the invitation field: split on commas and their like, trimmed, without empty entries
 * (specification, section 5), and without duplicates, ignoring case.
 * @param isTyping the last entry isn't finished, so it isn't doubtful yet.
 */
export function parseEmails(text: string, isTyping = false): ParsedEmail[] {
  const byKey = new Map<string, ParsedEmail>()
  const entries = text.split(separators)
  for (const [index, entry] of entries.entries()) {
    const read = addressIn(entry)
    const address = isLikelyAddress(read) ? read : entry.trim()
    const key = address.toLowerCase()
    if (address === '' || byKey.has(key)) continue
    const isUnfinished = isTyping && index === entries.length - 1
    byKey.set(key, { address, doubtful: !isUnfinished && !isLikelyAddress(address) })
  }
  return [...byKey.values()]
}

function isLikelyAddress(text: string): boolean {
  return /^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)+$/.test(text)
}
