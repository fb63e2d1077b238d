/** An address that an invitation will go to. */
export interface ParsedEmail {
  address: string
  /** Probably no address; it is sent all the same, the server decides (D21). */
  doubtful: boolean
}

/**
 * Reads the addresses of the invitation field: split on commas, trimmed, empty ones dropped
 * (specification, section 5), and duplicates too, whatever their case (D21).
 * @param isTyping the last one isn't finished: it isn't doubtful yet.
 */
export function parseEmails(text: string, isTyping = false): ParsedEmail[] {
  const byKey = new Map<string, ParsedEmail>()
  const entries = text.split(',')
  for (const [index, entry] of entries.entries()) {
    const address = entry.trim()
    const key = address.toLowerCase()
    if (address === '' || byKey.has(key)) continue
    const isUnfinished = isTyping && index === entries.length - 1
    byKey.set(key, { address, doubtful: !isUnfinished && !isLikelyAddress(address) })
  }
  return [...byKey.values()]
}

/**
 * Turns what was copied elsewhere into what the invitation field takes: line breaks and semicolons
 * become commas, `Name <address>` its address, and spaces commas where every piece is an address.
 * What it can't make sense of stays as it is, for the user to see.
 */
export function pastedEmails(text: string): string {
  return (
    text
      // A name in quotes may hold any of the separators.
      .replace(/"[^"\r\n]*"\s*(?=<)/g, '')
      .split(/[,;\r\n]+/)
      .map((entry) => entry.trim())
      .filter(Boolean)
      .flatMap(pastedEntry)
      .join(', ')
  )
}

/**
 * Puts addresses that are pasted between others: each has its comma. A text without an address may be
 * part of one and is left alone.
 * @param before what stands before the caret, or before what is replaced.
 * @param behind what stands behind it.
 * @returns what to put in.
 */
export function pastedBetween(before: string, pasted: string, behind: string): string {
  const emails = pastedEmails(pasted)
  const holdsAddress = emails.split(',').some((entry) => isLikelyAddress(entry.trim()))
  if (emails === '' || (emails === pasted.trim() && !holdsAddress)) return pasted
  const joinsBefore = before.trim() !== '' && !before.trimEnd().endsWith(',')
  const joinsBehind = behind.trim() !== '' && !behind.trimStart().startsWith(',')
  return `${joinsBefore ? ', ' : ''}${emails}${joinsBehind ? ', ' : ''}`
}

function pastedEntry(entry: string): string[] {
  const opening = entry.indexOf('<')
  const named = opening >= 0 && entry.endsWith('>') ? entry.slice(opening + 1, -1).trim() : ''
  if (isLikelyAddress(named)) return [named]
  const pieces = entry.split(/\s+/)
  return pieces.every(isLikelyAddress) ? pieces : [entry]
}

function isLikelyAddress(text: string): boolean {
  return /^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)+$/.test(text)
}
