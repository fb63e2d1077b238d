import { nameInMail } from '../mail/plain-text'
import type { RequestOrigin } from '../mail/request-origin'
import { type SecurityWords, securityLetter } from '../mail/security-letter'
import type { MailContent } from '../store/outgoing-mail'

/** What happened to a user's passkeys. */
export type PasskeyEvent =
  /** The link that undoes it (D98); null: the address is unproven, and gets none. */
  | { kind: 'added'; name: string; undo: { link: string; expiresInDays: number } | null }
  | { kind: 'removed'; name: string }
  /** One that seems to be copied. */
  | { kind: 'refused'; name: string }

const newPassword =
  "set a new password with 'Forgot password' at once, which signs everybody else out"

function wordsOf(news: PasskeyEvent, account: string): SecurityWords {
  const name = nameInMail(news.name)
  switch (news.kind) {
    case 'added':
      return {
        subject: `A passkey was added to ${account}`,
        heading: 'A passkey was added',
        text: `The passkey ‘${name}’ now signs in to ${account}, without a password or a code.`,
        help: news.undo
          ? "If it wasn't you, somebody else has your password. Set a new one with this link: that removes the passkey, with everything that was set up after it, and signs everybody else out."
          : `If it wasn't you, somebody else has your password. Remove the passkey on your profile, then ${newPassword}.`,
      }
    case 'removed':
      return {
        subject: `A passkey was removed from ${account}`,
        heading: 'A passkey was removed',
        text: `The passkey ‘${name}’ no longer signs in to ${account}.`,
        help: `If it wasn't you, somebody else has your password: ${newPassword}.`,
      }
    case 'refused':
      return {
        subject: `A passkey of ${account} was refused`,
        heading: 'One of your passkeys was refused',
        text: `The passkey ‘${name}’ was used, but it seems to have been copied, so it was not accepted.`,
        help: 'Remove it on your profile, and add a new one. If your device was restored or replaced, there is nothing else to do.',
      }
  }
}

/**
 * Reports a change of a user's passkeys, and says what to do if it wasn't them.
 * @param mail.requestOrigin its time and place.
 */
export function passkeyMail(mail: {
  productName: string
  fullName: string
  news: PasskeyEvent
  requestOrigin: RequestOrigin
}): MailContent {
  const { productName, fullName, news, requestOrigin } = mail
  return securityLetter({
    productName,
    fullName,
    words: wordsOf(news, `your ${productName} account`),
    undo: news.kind === 'added' ? news.undo : null,
    requestOrigin,
  })
}
