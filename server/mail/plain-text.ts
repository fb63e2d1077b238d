import { oneLine } from '../people/visible-text'

const longestName = 60

/** Characters that hold addresses and links together, in all forms that browsers accept. */
const joints = /[.:/\\@\u3002\uff0e\uff61\uff1a\uff0f\uff20]+(?=\S)/g

/**
 * Marks a joint until the mail is written, where its two parts break links differently: a character that Unicode reserves for
 * such uses, and that no text may hold.
 */
const mark = '\ufdd0'
const unmarked = (text: string) => text.replaceAll(mark, '')

/** Returns a mail's text part without marks: a space replaces a joint, because mail programs make links of texts. */
export const plainPart = (text: string) =>
  text.replace(/\ufdd0(?:[.:/\\@\u3002\uff0e\uff61\uff1a\uff0f\uff20]+\ufdd0)?/g, ' ')

/** Returns a mail's HTML part without marks: markup around a joint keeps mail programs from making a link of it. */
export const htmlPart = (markup: string) => markup.replaceAll(mark, '<wbr>')

const unlinked = (text: string) => unmarked(text).replace(joints, `${mark}$&${mark}`)

/**
 * Returns a user's name for a sentence to a stranger: on one line, truncated, and never a link. Mail
 * programs turn texts that look like addresses into links, so an organisation called `evil.example`
 * could send people there in our name.
 */
export function nameInMail(name: string): string {
  return unlinked(shortened(oneLine(name)))
}

/** Returns a user's address for a sentence: whole, and never a link: a space follows each joint in the text part. */
export function addressInMail(email: string): string {
  return unmarked(oneLine(email)).replace(joints, `$&${mark}`)
}

/** Returns a stranger's text for a sentence or a table, never a link. Without letters it can't be one: '08:00'. */
export function textInMail(text: string): string {
  const line = oneLine(text)
  return /\p{L}/u.test(line) ? unlinked(line) : unmarked(line)
}

/**
 * Returns a user's name for a subject line: on one line, truncated, and without an address or a link (D49):
 * `evil.example` becomes `evil example`.
 */
export function nameInSubject(name: string): string {
  return shortened(oneLine(unmarked(oneLine(name)).replace(joints, ' ')))
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
