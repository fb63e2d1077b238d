const longestName = 60

/** Controls, line ends of every kind, and marks that turn the direction of what follows. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * @returns `text` on one line: fit for a header, where a line break would begin another header, and
 *   for a sentence.
 */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(unprintable, ' ').replace(/\s+/g, ' ').trim()
}

/**
 * A name that somebody typed, for a sentence to a stranger: on one line, no longer than a name is,
 * and never a link. Mail programs make links of what looks like an address, so that an organisation
 * called `evil.example` could send people there in our name; a zero-width space in it keeps them
 * from that, and nobody sees it.
 */
export function nameInMail(name: string): string {
  const characters = [...oneLine(name)]
  const short =
    characters.length > longestName
      ? `${characters
          .slice(0, longestName - 1)
          .join('')
          .trimEnd()}…`
      : characters.join('')
  return short.replace(/[.:/@](?=\S)/g, '$&\u200b')
}
