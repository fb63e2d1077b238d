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
  return shortened(oneLine(name)).replace(/[.:/@](?=\S)/g, '$&\u200b')
}

/** What holds addresses and links together, in the forms that browsers take for it. */
const joints = /[.:/\\@\u3002\uff0e\uff61\uff1a\uff0f\uff20]+(?=\S)/g

/**
 * A name that somebody typed, for a subject, which is read at a glance: on one line, cut, and without an
 * address or a link in it (D65): `evil.example` is shown as `evil example`.
 */
export function nameInSubject(name: string): string {
  return shortened(oneLine(oneLine(name).replace(joints, ' ')))
}

function shortened(text: string): string {
  const characters = [...text]
  if (characters.length <= longestName) return text
  const kept = characters.slice(0, longestName - 1)
  return `${kept.join('').trimEnd()}…`
}
