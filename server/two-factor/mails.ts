import { nameInMail } from '../mail/plain-text'
import { type RequestOrigin, type SecurityWords, securityLetter } from '../mail/security-letter'
import type { MailContent } from '../store/outgoing-mail'

/** A change of a user's second factor. */
export type SecondFactorEvent =
  | { kind: 'removed' | 'codes-renewed' }
  /** The link that undoes it (D98); null: the address is unproven, and gets none. */
  | { kind: 'set'; undo: { link: string; expiresInDays: number } | null }
  /** What they came with: the password, only a session, or links from the user's mailbox. */
  | { kind: 'codes-refused'; way: 'sign-in' | 'session' | 'link' }
  /** The admin's name; null: the operator. */
  | { kind: 'reset'; by: string | null }
  /** The number of recovery codes left. */
  | { kind: 'code-used'; left: number }

const newPassword =
  "set a new password with 'Forgot password' at once, which signs everybody else out"

const refusedCodes = {
  'sign-in': {
    text: "Somebody entered your correct password and too many wrong codes. No more codes are accepted for up to a day where you sign in. 'Forgot password' still works: its link takes a code, and after that you can sign in at once.",
    help: `If it wasn't you, somebody else has your password: ${newPassword}.`,
  },
  session: {
    text: 'Somebody who is signed in to your account entered too many wrong codes for what your two-factor authentication guards. No more codes are accepted for that for up to a day. Signing in works as always.',
    help: `If it wasn't you, somebody else uses your account: ${newPassword}.`,
  },
  link: {
    text: 'Somebody opened links from your mailbox and entered too many wrong codes. For up to a day, no link accepts a code. Signing in works as always.',
    help: "If it wasn't you, somebody else reads your mail: change the password of your mailbox.",
  },
} as const

function secondFactorWords(news: SecondFactorEvent, account: string): SecurityWords {
  switch (news.kind) {
    case 'set':
      return {
        subject: `Two-factor authentication was set up for ${account}`,
        heading: 'Two-factor authentication was set up',
        text: `From now on, signing in to ${account} also asks for a code from your authenticator app. Keep the recovery codes where you can find them without your phone.`,
        help: news.undo
          ? "If it wasn't you, somebody else has your password. Set a new one with this link: that switches two-factor authentication off, with everything that was set up after it, and signs everybody else out."
          : "If it wasn't you, somebody else has your password. Ask an admin of your organisation to reset your two-factor authentication, then set a new password with 'Forgot password', which signs everybody else out.",
      }
    case 'removed':
      return {
        subject: `Two-factor authentication was switched off for ${account}`,
        heading: 'Two-factor authentication was switched off',
        text: `Signing in to ${account} asks for your password only.`,
        help: `If it wasn't you, somebody else has your password and a code: ${newPassword}, and set up two-factor authentication again.`,
      }
    case 'reset':
      return {
        subject: `Two-factor authentication was reset for ${account}`,
        heading: 'Your two-factor authentication was reset',
        text: `${news.by === null ? 'The operator' : nameInMail(news.by)} switched your two-factor authentication off. Passkeys that you had are gone. Signing in to ${account} asks for your password only, until you set it up again on your profile.`,
        help: `If you didn't ask for that, ask whoever it was why they did, and ${newPassword}.`,
      }
    case 'codes-renewed':
      return {
        subject: `New recovery codes were made for ${account}`,
        heading: 'You have new recovery codes',
        text: `The recovery codes that you had for ${account} no longer work.`,
        help: `If it wasn't you, somebody else has your password and a code: ${newPassword}, then switch two-factor authentication off and set it up again.`,
      }
    case 'code-used':
      return {
        subject: `A recovery code of ${account} was used`,
        heading: 'One of your recovery codes was used',
        text: `${news.left === 0 ? 'None is left' : `${news.left} ${news.left === 1 ? 'is' : 'are'} left`}. You can make new ones on your profile.`,
        help: `If it wasn't you, somebody else has your password and your recovery codes: ${newPassword}, then make new recovery codes.`,
      }
    case 'codes-refused':
      return {
        subject: `Many wrong codes were entered for ${account}`,
        heading: 'Many wrong codes were entered',
        ...refusedCodes[news.way],
      }
  }
}

/**
 * Reports a change of a user's second factor, and says what to do if it wasn't them.
 * @param mail.requestOrigin its time and place; null: done by somebody else.
 */
export function secondFactorMail(mail: {
  productName: string
  fullName: string
  news: SecondFactorEvent
  requestOrigin: RequestOrigin | null
}): MailContent {
  const { productName, fullName, requestOrigin, news } = mail
  return securityLetter({
    productName,
    fullName,
    words: secondFactorWords(news, `your ${productName} account`),
    undo: news.kind === 'set' ? news.undo : null,
    requestOrigin,
  })
}

/** What happened to a user's passkeys. */
export type PasskeyEvent =
  /** The link that undoes it (D98); null: the address is unproven, and gets none. */
  | { kind: 'added'; name: string; undo: { link: string; expiresInDays: number } | null }
  | { kind: 'removed'; name: string }
  /** One that seems to be copied. */
  | { kind: 'refused'; name: string }

function passkeyWords(news: PasskeyEvent, account: string): SecurityWords {
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
    words: passkeyWords(news, `your ${productName} account`),
    undo: news.kind === 'added' ? news.undo : null,
    requestOrigin,
  })
}
