import { oneLine } from '../people/visible-text'

const longestName = 60

/**
 * Characters that hold addresses and links together, in all forms that browsers accept, unless they are within a number or a
 * time: '2.5 kg', '8:30 am'.
 */
const joints =
  /(?!(?<=\d):\d|(?<=(?<!\.\d*)\d)\.\d+(?![.\d]))[.:/\\@\u3002\uff0e\uff61\uff1a\uff0f\uff20]+(?=\S)/g
/** No mail program makes a link of slashes alone: 'A/S'. */
const isLinkLike = /[.:@\u3002\uff0e\uff61\uff1a\uff20]+\S/

/**
 * Marks a joint until the mail is written, where its two parts break links differently: a character that Unicode reserves for
 * such uses, and that no text may hold.
 */
const mark = '\ufdd0'
/** Marks a joint that the text part keeps. */
const softMark = '\ufdd1'
const unmarked = (text: string) => text.replace(/[\ufdd0\ufdd1]/g, '')

/** Returns a mail's text part without marks: a space replaces a joint, because mail programs make links of texts. */
export const plainPart = (text: string) =>
  text
    .replaceAll(softMark, '')
    .replace(/\ufdd0(?:[.:/\\@\u3002\uff0e\uff61\uff1a\uff0f\uff20]+\ufdd0)?/g, ' ')

/** Returns a mail's HTML part without marks: markup around a joint keeps mail programs from making a link of it. */
export const htmlPart = (markup: string) => markup.replace(/[\ufdd0\ufdd1]/g, '<wbr>')

function unlinked(text: string): string {
  const plain = unmarked(text)
  return isLinkLike.test(plain) ? plain.replace(joints, `${mark}$&${mark}`) : plain
}

/**
 * Returns a user's name for a sentence to a stranger: on one line, truncated, and never a link. Mail
 * programs turn texts that look like addresses into links, so an organisation called `evil.example`
 * could send people there in our name.
 */
export function nameInMail(name: string): string {
  return unlinked(shortened(oneLine(name)))
}

/** Returns an address or a reference for a sentence: exactly as it is in the text part, where people copy it, and no link in HTML. */
export function exactInMail(text: string): string {
  return unmarked(oneLine(text)).replace(joints, `$&${softMark}`)
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
