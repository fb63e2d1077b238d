import { type AuditAction, auditActions } from '../../contract/audit-log'
import type { Entry } from '../../server/store/entry'
import type { MailContent } from '../../server/store/outgoing-mail'
import { sentenceOf } from '../../src/audit/audit-sentence'

/** A missing value that was written as text. The letters of a token in a link don't count. */
const holes = /(?<![\w-])(undefined|null|NaN)(?![\w-])|Invalid Date|\[object/

const isForAdmins = (action: string): action is AuditAction =>
  (auditActions as readonly string[]).includes(action)

/** @returns an audit entry's sentence if a fact is missing in it. What only the operator sees has no sentence. */
export function brokenSentences(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ id, at, actorKind, action, subject, details, network }) => {
    if (!isForAdmins(action)) return []
    const entry = { entry_id: id, at: at.toISOString(), actor: { kind: actorKind }, network }
    const parts = sentenceOf({ ...entry, action, subject, details })
    const text = parts.map((part) => part.text).join('')
    const lacksFact = parts.some((part) => part.isSubject && ['?', 'someone'].includes(part.text))
    return lacksFact || holes.test(text) || /^ | {2}| $/.test(text) ? [`${action}: ${text}`] : []
  })
}

const entities = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' }

/** @returns the texts between the tags of a mail's body, in order. */
const textsIn = (html: string) =>
  html
    .split(/<[^>]*>/)
    .map((text) => text.replace(/&(#?\w+);/g, (_, name: keyof typeof entities) => entities[name]))
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '' && !text.startsWith('Or open this address'))

const wordsOf = (text: string) => text.toLowerCase().match(/[^\s():,.]+/g) ?? []

/** A joint between two tags is a space in the text; one before a tag is written as it is. */
const brokenLinks = /<wbr>[.:/\\@\u3002\uff0e\uff61\uff1a\uff0f\uff20]+<wbr>/g

/** Characters that somebody would copy with an address or a reference without seeing them. */
const invisible =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufdd0\ufdd1]/

/** @returns what is wrong with a mail: a missing value, or something that one of its parts says alone. */
export function faultsOfMail({ subject, text, html }: MailContent): string[] {
  const body = html
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
    .replace(brokenLinks, ' ')
    .replaceAll('<wbr>', '')
  const links = Array.from(body.matchAll(/href="([^"]*)"/g), ([, link = '']) => link).join(' ')
  // The text has no heads of columns: it names each value.
  const shown = textsIn(body.replace(/<th[\s\S]*?<\/th>/g, ''))
  const inText = text.replace(/\s+/g, ' ').toLowerCase()
  const inHtml = new Set(wordsOf([...textsIn(body), ...textsIn(links)].join(' ')))
  const lines = [subject, ...text.split('\n').map((line) => line.trim())]
  return [
    ...[...lines, ...shown].filter((line) => holes.test(line) || /^,| {2}| ,/.test(line)),
    ...(invisible.test(subject + text + html) ? ['an invisible character'] : []),
    ...(/\n{3}/.test(text) || subject === '' ? [`an empty line in ${text}`] : []),
    ...shown
      .filter((one) => !inText.includes(one.toLowerCase()))
      .map((one) => `only in the HTML: ${one}`),
    ...wordsOf(text)
      .filter((word) => !inHtml.has(word))
      .map((word) => `only in the text: ${word}`),
  ].map((fault) => `'${subject}': ${fault}`)
}
