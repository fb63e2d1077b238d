import { nameInMail } from '../mail/plain-text'
import { type RequestOrigin, type SecurityWords, securityLetter } from '../mail/security-letter'
import type { MailContent } from '../store/outgoing-mail'

/** A link that undoes a change, in a mail (D89). Null for an unproven address, which gets none. */
type UndoLink = { link: string; expiresInDays: number } | null

/** A change of a user's second factor or passkeys, or an attack on them. Its kind is the action in the audit log. */
export type FactorEvent =
  | { kind: 'second-factor-removed' | 'recovery-codes-renewed' }
  | { kind: 'second-factor-set'; undo: UndoLink }
  /** `requestKind`: whether the codes came with the password, only a session, or links from the user's mailbox. */
  | { kind: 'codes-refused'; requestKind: 'password' | 'session' | 'link' }
  /** `adminName` is null if the operator reset it. */
  | { kind: 'second-factor-reset'; adminName: string | null }
  /** `left`: the number of recovery codes left. */
  | { kind: 'recovery-code-used'; left: number }
  | { kind: 'passkey-added'; name: string; undo: UndoLink }
  | { kind: 'passkey-removed'; name: string }
  /** The passkey seems to be copied. */
  | { kind: 'passkey-refused'; name: string }

const newPassword =
  "set a new password with 'Forgot password' at once, which logs everyone else out"

const refusedCodes = {
  password: {
    text: "Someone entered your correct password and too many wrong codes. No more codes are accepted for up to a day where you sign in. 'Forgot password' still works: its link takes a code, and after that you can sign in at once.",
    help: `If it wasn't you, someone else has your password: ${newPassword}.`,
  },
  session: {
    text: 'Someone who is signed in to your account entered too many wrong codes for what your two-factor authentication guards. No more codes are accepted for that for up to a day. Signing in works as always.',
    help: `If it wasn't you, someone else uses your account: ${newPassword}.`,
  },
  link: {
    text: 'Someone opened links from your mailbox and entered too many wrong codes. For up to a day, no link accepts a code. Signing in works as always.',
    help: "If it wasn't you, someone else reads your email: change the password of your mailbox.",
  },
} as const

function wordsOf(event: FactorEvent, account: string): SecurityWords {
  switch (event.kind) {
    case 'second-factor-set':
      return {
        subject: `Two-factor authentication was set up for ${account}`,
        heading: 'Two-factor authentication was set up',
        text: `From now on, signing in to ${account} also asks for a code from your authenticator app. Keep the recovery codes where you can find them without your phone.`,
        help: event.undo
          ? "If it wasn't you, someone else has your password. Set a new one with this link: that switches two-factor authentication off, with everything that was set up after it, and logs everyone else out."
          : "If it wasn't you, someone else has your password. Ask an admin of your organisation to reset your two-factor authentication, then set a new password with 'Forgot password', which logs everyone else out.",
      }
    case 'second-factor-removed':
      return {
        subject: `Two-factor authentication was switched off for ${account}`,
        heading: 'Two-factor authentication was switched off',
        text: `Signing in to ${account} asks for your password only.`,
        help: `If it wasn't you, someone else has your password and a code: ${newPassword}, and set up two-factor authentication again.`,
      }
    case 'second-factor-reset':
      return {
        subject: `Two-factor authentication was reset for ${account}`,
        heading: 'Your two-factor authentication was reset',
        text: `${event.adminName === null ? 'The operator' : nameInMail(event.adminName)} switched your two-factor authentication off. Passkeys that you had are gone. Signing in to ${account} asks for your password only, until you set it up again on your profile.`,
        help: `If you didn't ask for that, ask whoever it was why they did, and ${newPassword}.`,
      }
    case 'recovery-codes-renewed':
      return {
        subject: `New recovery codes were made for ${account}`,
        heading: 'You have new recovery codes',
        text: `The recovery codes that you had for ${account} no longer work.`,
        help: `If it wasn't you, someone else has your password and a code: ${newPassword}, then switch two-factor authentication off and set it up again.`,
      }
    case 'recovery-code-used':
      return {
        subject: `A recovery code of ${account} was used`,
        heading: 'One of your recovery codes was used',
        text: `${event.left === 0 ? 'None is left' : `${event.left} ${event.left === 1 ? 'is' : 'are'} left`}. You can make new ones on your profile.`,
        help: `If it wasn't you, someone else has your password and your recovery codes: ${newPassword}, then make new recovery codes.`,
      }
    case 'codes-refused':
      return {
        subject: `Many wrong codes were entered for ${account}`,
        heading: 'Many wrong codes were entered',
        ...refusedCodes[event.requestKind],
      }
    case 'passkey-added':
      return {
        subject: `A passkey was added to ${account}`,
        heading: 'A passkey was added',
        text: `The passkey ‘${nameInMail(event.name)}’ now signs in to ${account}, without a password or a code.`,
        help: event.undo
          ? "If it wasn't you, someone else has your password. Set a new one with this link: that removes the passkey, with everything that was set up after it, and logs everyone else out."
          : `If it wasn't you, someone else has your password. Remove the passkey on your profile, then ${newPassword}.`,
      }
    case 'passkey-removed':
      return {
        subject: `A passkey was removed from ${account}`,
        heading: 'A passkey was removed',
        text: `The passkey ‘${nameInMail(event.name)}’ no longer signs in to ${account}.`,
        help: `If it wasn't you, someone else has your password: ${newPassword}.`,
      }
    case 'passkey-refused':
      return {
        subject: `A passkey of ${account} was refused`,
        heading: 'One of your passkeys was refused',
        text: `The passkey ‘${nameInMail(event.name)}’ was used, but it seems to have been copied, so it was not accepted.`,
        help: 'Remove it on your profile, and add a new one. If your device was restored or replaced, there is nothing else to do.',
      }
  }
}

/**
 * Reports a change or an attack, and says what to do if it wasn't the user.
 * @param mail.requestOrigin its time and place; null: somebody else did it.
 */
export function factorMail(mail: {
  productName: string
  fullName: string
  event: FactorEvent
  requestOrigin: RequestOrigin | null
}): MailContent {
  const { productName, fullName, requestOrigin, event } = mail
  return securityLetter({
    productName,
    fullName,
    words: wordsOf(event, `your ${productName} account`),
    undo: 'undo' in event ? event.undo : null,
    requestOrigin,
  })
}
