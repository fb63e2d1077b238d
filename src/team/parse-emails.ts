/** An address that an invitation will go to. */
export interface ParsedEmail {
  address: string
  /** Probably no address; it is sent all the same, the server decides (D21). */
  doubtful: boolean
}

/**
 * Reads the addresses of the invitation field: split on commas, trimmed, empty ones dropped
 * (specification, section 5), and duplicates too, whatever their case (D21).
 */
export function parseEmails(text: string): ParsedEmail[] {
  const byKey = new Map<string, ParsedEmail>()
  for (const entry of text.split(',')) {
    const address = entry.trim()
    const key = address.toLowerCase()
    if (address === '' || byKey.has(key)) continue
    byKey.set(key, { address, doubtful: !/^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)+$/.test(address) })
  }
  return [...byKey.values()]
}
