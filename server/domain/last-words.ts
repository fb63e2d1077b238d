/** How much of what somebody said is kept, in characters. */
const longest = 500

/**
 * What a mail server or the payment provider said, to be logged or kept. It may say back what it was sent:
 * links open doors, and addresses are people's. Both stay out, and so does whatever is longer than an
 * explanation.
 */
export function lastWordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  // Cut between two words, so that no half of an address is left.
  const isShort = words.length <= longest
  const short = isShort ? words : `${words.slice(0, longest).replace(/\S*$/, '')}…`
  return short
    .toWellFormed()
    .replaceAll('\u0000', '')
    .replace(/\bhttps?:\/\/\S+/gi, '[link]')
    .replace(/[^\s<>()"',;:]*@[^\s<>()"',;]*/g, '[address]')
}
