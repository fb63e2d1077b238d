import { oneLine } from '../people/visible-text'

const longestName = 60

/**
 * Returns a user's name for a sentence to a stranger: on one line, truncated, and never a link. Mail
 * programs turn texts that look like addresses into links, so an organisation called `evil.example`
 * could send people there in our name. An invisible zero-width space prevents that.
 */
export function nameInMail(name: string): string {
  return unlinked(shortened(oneLine(name)))
}

/** Returns a user's address for a sentence: whole, and never a link. Mail programs would make one of `evil.example@x`. */
export function addressInMail(email: string): string {
  return unlinked(oneLine(email))
}

/** Returns a user's text for a sentence, whole and never a link: a company's name or address, which somebody copies. */
export function textInMail(text: string): string {
  return unlinked(oneLine(text))
}

const unlinked = (text: string) => text.replace(/[.:/@](?=\S)/g, '$&\u200b')

/** Characters that hold addresses and links together, in all forms that browsers accept. */
const joints = /[.:/\\@\u3002\uff0e\uff61\uff1a\uff0f\uff20]+(?=\S)/g

/**
 * Returns a user's name for a subject line: on one line, truncated, and without an address or a link (D49):
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

/** @returns a number with its unit: '1 day', '7 days'. */
export function counted(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
