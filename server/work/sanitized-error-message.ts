/** The maximum length of a stored message, in characters. */
const longest = 500

/**
 * Sanitises a message of a mail server or the payment provider for the log or the database. It may echo what
 * was sent, so links, which grant access, and addresses are removed. Texts longer than an explanation
 * are truncated.
 */
export function sanitizedErrorMessage(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error)
  // Cuts between two words, so that no half of an address is left.
  const isShort = words.length <= longest
  const short = isShort ? words : `${words.slice(0, longest).replace(/\S*$/, '')}…`
  return short
    .toWellFormed()
    .replaceAll('\u0000', '')
    .replace(/\bhttps?:\/\/\S+/gi, '[link]')
    .replace(/[^\s<>()"',;:]*@[^\s<>()"',;]*/g, '[address]')
}
