const longestName = 60

/** Control characters, all line breaks, and marks that change the text direction. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/**
 * @returns `text` on one line: safe in a header, where a line break would start another header, and
 *   in a sentence.
 */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(unprintable, ' ').replace(/\s+/g, ' ').trim()
}

/** What shows: no control or format character, mark, space or filler. */
const visible = /[^\p{C}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/u

/** Whether a reader sees anything of `text`. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/**
 * A user's name in a sentence to a stranger: on one line, truncated, and never a link. Mail
 * programs turn texts that look like addresses into links, so an organisation called `evil.example`
 * could send people there in our name. An invisible zero-width space prevents that.
 */
export function nameInMail(name: string): string {
  return shortened(oneLine(name)).replace(/[.:/@](?=\S)/g, '$&\u200b')
}

/** Characters that hold addresses and links together, in all forms that browsers accept. */
const joints = /[.:/\\@\u3002\uff0e\uff61\uff1a\uff0f\uff20]+(?=\S)/g

/**
 * A user's name in a subject line: on one line, truncated, and without an address or a link (D65):
 * `evil.example` becomes `evil example`.
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
