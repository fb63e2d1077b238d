/** @returns a text decoded, or as it is if it is badly encoded. */
export function decodedBy(decode: (encoded: string) => string, encoded: string): string {
  try {
    return decode(encoded)
  } catch {
    return encoded
  }
}

/** The glued sign in HTML: `&gt;`. */
const entity = /&(?:[a-z]{2,6}|#\d{2,5});.*$/is

/**
 * Returns the path of a link, or its token, without what mail programs and sentences glue to its end: `.`, `)`, `>`, `%20`. No
 * path of the app ends with punctuation.
 */
export function withoutGlued(path: string): string {
  const read = decodedBy(decodeURI, path)
  const [bare = read] = /^.*[\p{L}\p{M}\p{N}/_~$-]/su.exec(read.replace(entity, '')) ?? []
  return bare.length === read.length ? path : encodeURI(bare)
}
