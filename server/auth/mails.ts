import { writeLetter } from '../mail/letter'
import { counted, exactInMail, nameInMail } from '../mail/plain-text'
import { originText, type RequestOrigin, securityLetter } from '../mail/security-letter'
import type { MailContent } from '../store/outgoing-mail'

/** Writes the mail with a link that sets a new password, once (D32). */
export function passwordResetMail(mail: {
  productName: string
  fullName: string
  link: string
  expiresInMinutes: number
}): MailContent {
  const { productName, link, expiresInMinutes } = mail
  const time =
    expiresInMinutes % 60 === 0
      ? counted(expiresInMinutes / 60, 'hour')
      : counted(expiresInMinutes, 'minute')
  return writeLetter({
    ...mail,
    subject: `Set a new password for ${productName}`,
    heading: 'Set a new password',
    paragraphs: [
      `Someone, probably you, asked for a new password for your ${productName} account.`,
    ],
    action: { label: 'Set a new password', link },
    notes: [
      `The link can be used once, for ${time}. A new password logs you out everywhere.`,
      "If it wasn't you, ignore this email: your password stays as it is.",
    ],
  })
}

/**
 * Tells the old address that the account has another one now.
 * @param mail.undo the link that restores the address and sets a new password (D66); null if the change was made
 *   with the password. `hasOlder`: another such link has to be used first.
 */
export function emailChangedMail(
  mail: RequestOrigin & {
    productName: string
    fullName: string
    newEmail: string
    undo: { link: string; expiresInDays: number; hasOlder: boolean } | null
  },
): MailContent {
  const { productName, undo } = mail
  const undoHelp = undo?.hasOlder
    ? 'We emailed you earlier about another change. Use the link in that email first: it takes the account back. Once it has expired, set a new password with this link: that puts this address back and logs everyone else out.'
    : 'Set a new password with this link: that puts this address back and logs everyone else out.'
  const help = undo
    ? `If you didn't, someone else is using your account. ${undoHelp}`
    : "If you didn't, someone else is using your account. If an earlier email told you about a change as well, use its link: it takes the account back. Otherwise, where you are still signed in, open your profile and set your own address again, then log out and ask for a new password with 'Forgot password': that logs everyone else out. Where you can't, tell an admin of your organisation at once."
  return writeLetter({
    ...mail,
    subject: `The email address of your ${productName} account was changed`,
    heading: 'Your email address was changed',
    paragraphs: [
      `The email address of your ${productName} account is now ${exactInMail(mail.newEmail)}. From now on you sign in with that address, and emails about your account go there. ${originText(mail)}`,
      'If you changed it, there is nothing to do.',
      help,
    ],
    action: undo && { label: 'Put this address back', link: undo.link },
    notes: [
      ...(undo ? [`The link can be used once, for ${counted(undo.expiresInDays, 'day')}.`] : []),
      'This is the last email about the account that goes to this address.',
    ],
  })
}

/**
 * Asks the reader of an unproven address whether the account is theirs (D90).
 * @param mail.link a page on which the account's user confirms the address, and everybody else rejects it.
 * @param mail.isChanged whether the account had another address before.
 */
export function confirmAddressMail(mail: {
  productName: string
  fullName: string
  link: string
  expiresInDays: number
  isChanged: boolean
}): MailContent {
  const { productName, fullName, link, expiresInDays, isChanged } = mail
  const user = nameInMail(fullName)
  return writeLetter({
    productName,
    subject: `Is this your address on ${productName}?`,
    heading: 'Is this your address?',
    paragraphs: [
      `The ${productName} account of ${user} ${isChanged ? 'was changed to' : 'was registered with'} this email address.`,
      `If it is your account, open the link where you are signed in, and confirm the address. ${
        isChanged
          ? 'Until then, no new password can be set by email.'
          : 'Until then, whoever reads this mailbox can set a new password without a code.'
      }`,
      isChanged
        ? "If it isn't, open the link and say so: then the account goes back to the address that it had before."
        : "If it isn't, someone took your address: choose 'Forgot password' on the sign-in page, and the account is yours.",
    ],
    action: { label: isChanged ? 'Confirm or release it' : 'Confirm it', link },
    notes: [
      `The link can be used for ${counted(expiresInDays, 'day')}. Opening it changes nothing yet.`,
    ],
  })
}

/** Tells a user that their account has its former address again, because the reader of the new one rejected it. */
export function addressPutBackMail(mail: {
  productName: string
  fullName: string
  releasedEmail: string
}): MailContent {
  const { productName } = mail
  return writeLetter({
    ...mail,
    subject: `Your ${productName} account has its former email address again`,
    heading: 'Your account has this address again',
    paragraphs: [
      `Your ${productName} account had the address ${exactInMail(mail.releasedEmail)}, which was never confirmed. The person who reads the emails there says that it isn’t theirs, so the account has this address again.`,
      'If you mistyped the address, set the right one on your profile. If you didn’t change it, set a new password: someone else is using your account.',
    ],
    notes: ['You sign in with this address again.'],
  })
}

type Notice = RequestOrigin & { productName: string; fullName: string }

const help = [
  'If it was you, there is nothing to do.',
  "If it wasn't, someone else is using your account. Set a new password at once: choose 'Forgot password' where you sign in. That logs everyone out, everywhere. If no email comes, tell an admin of your organisation.",
]

/**
 * Reports a change of the password.
 * @param mail.passkeys the names of the passkeys that still open the account.
 */
export function passwordChangedMail(mail: Notice & { passkeys: readonly string[] }): MailContent {
  const names = mail.passkeys.map((name) => `‘${nameInMail(name)}’`)
  const still =
    names.length > 0
      ? ` Your passkeys still sign you in: ${names.join(', ')}. Remove any you don't recognise on your profile.`
      : ''
  const subject = `The password of your ${mail.productName} account was changed`
  const text = `${subject}.${still}`
  const words = { subject, heading: 'Your password was changed', text, help }
  return securityLetter({ ...mail, words, undo: null, requestOrigin: mail })
}

/** Reports a sign-in from an unknown browser. */
export function newBrowserMail(mail: Notice): MailContent {
  const { productName } = mail
  const words = {
    subject: `New sign-in to your ${productName} account`,
    heading: 'Someone signed in from a new browser',
    text: `Someone signed in to your ${productName} account with the right password or a passkey, from a browser or a network that hadn't been used for your account before.`,
    help,
  }
  return securityLetter({ ...mail, words, undo: null, requestOrigin: mail })
}
