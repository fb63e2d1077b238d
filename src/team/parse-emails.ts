import { addressIn } from '../../contract/pasted-text'

export interface ParsedEmail {
  address: string
  /** Whether the text is probably not an address. It is sent anyway, and the server decides (D102). */
  doubtful: boolean
}

/** Signs that separate addresses. Commas are the specification's; people know the others from mail programs and tables. */
const separators = /[,;\r\n，；、|]+/

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

/**
 * Converts pasted text into the field's format: line breaks and semicolons
 * become commas, `Name <address>` its address, and spaces commas if every piece is an address.
 * Text that it can't parse stays unchanged, for the user to see.
 */
export function pastedEmails(text: string): string {
  return (
    text
      // A name before an address may contain separators.
      .replace(/"[^"\r\n]*"\s*(?=<)/g, '')
      .replace(/(^|[;>\r\n])[^<>@;\r\n]*(?=<[^<>@]*@[^<>]*>)/g, '$1, ')
      .split(separators)
      .map((entry) => entry.trim())
      .filter(Boolean)
      .flatMap(pastedEntry)
      .join(', ')
  )
}

/**
 * Separates pasted addresses from their neighbours with commas. A text without an address may be
 * part of one and stays unchanged.
 * @param before the text before the caret, or before the selection.
 * @param behind the text behind it.
 * @returns the text to insert.
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
  const address = addressIn(entry)
  if (isLikelyAddress(address)) return [address]
  // A row of a spreadsheet has a name in another cell.
  const [cell, ...others] = entry.split('\t').filter((text) => text.includes('@'))
  if (cell !== undefined && others.length === 0 && cell !== entry) return pastedEntry(cell)
  const pieces = entry.split(/\s+/).map(addressIn)
  return pieces.every(isLikelyAddress) ? pieces : [entry]
}

function isLikelyAddress(text: string): boolean {
  return /^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)+$/.test(text)
}
