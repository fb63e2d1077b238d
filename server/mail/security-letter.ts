import type { MailContent } from '../store/outgoing-mail'
import { writeLetter } from './letter'

export interface RequestOrigin {
  at: Date
  /** The browser's name. */
  browser: string
  network: string
}

const inWords = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** @returns a sentence with time and place. The reader's time zone is unknown, so times are in UTC. */
export function originText({ at, browser, network }: RequestOrigin): string {
  return `This happened on ${inWords.format(at)} UTC, in this browser: ${browser}, from the network ${network}.`
}

/** The texts of a mail about an account's security. */
export interface SecurityWords {
  subject: string
  heading: string
  text: string
  /** Advice for a reader who didn't do this, in one paragraph or more. */
  help: string | readonly string[]
}

/**
 * Reports what a thief of an account might do: a sign-in, or a change of how it is signed in to, and how to undo it.
 * @param undo the link that does (D89); null: there is none.
 * @param requestOrigin the change's time and place; null: done by somebody else.
 */
export function securityLetter(mail: {
  productName: string
  fullName: string
  words: SecurityWords
  undo: { link: string; expiresInDays: number } | null
  requestOrigin: RequestOrigin | null
}): MailContent {
  const { productName, fullName, undo, requestOrigin } = mail
  const { subject, heading, text, help } = mail.words
  return writeLetter({
    productName,
    fullName,
    subject,
    heading,
    paragraphs: [requestOrigin ? `${text} ${originText(requestOrigin)}` : text, ...[help].flat()],
    action: undo && { label: 'Undo it and set a new password', link: undo.link },
    notes: [
      ...(undo
        ? [
            `The link can be used once, for ${undo.expiresInDays} days. It also works after your password was changed.`,
          ]
        : []),
      'We send this email so that no one can do this without your knowledge.',
    ],
  })
}
