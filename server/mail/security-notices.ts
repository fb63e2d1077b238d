import type { MailContent } from '../store/entities'
import { writeLetter } from './letter'
import { nameInMail } from './plain-text'

/** The time and place of an action on an account. */
export interface Whereabouts {
  at: Date
  /** Its name. */
  browser: string
  network: string
}

const inWords = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** @returns a sentence with time and place. The reader's time zone is unknown, so times are in UTC. */
export function whereaboutsText({ at, browser, network }: Whereabouts): string {
  return `It was done on ${inWords.format(at)} UTC, in this browser: ${browser}, from the network ${network}.`
}

/**
 * Reports an action on an account that a thief would take, and says what to do if it wasn't the owner.
 * @param mail.what one sentence: the action.
 * @param mail.help what to do if it wasn't them.
 */
function securityNotice(
  mail: Whereabouts & {
    productName: string
    fullName: string
    subject: string
    heading: string
    what: string
    help: string
  },
): MailContent {
  const { productName, fullName, subject, heading, what, help } = mail
  return writeLetter({
    productName,
    subject,
    heading,
    paragraphs: [
      `Hello ${nameInMail(fullName)},`,
      `${what} ${whereaboutsText(mail)}`,
      'If it was you, there is nothing to do.',
      `If it wasn't, somebody else is using your account. ${help}`,
    ],
    action: null,
    notes: ['You get this mail so that nobody can do this without your knowledge.'],
  })
}

type Notice = Whereabouts & { productName: string; fullName: string }

const resetHelp =
  "Set a new password at once: choose 'Forgot password' where you sign in. That signs everybody out, everywhere. If no mail comes, tell an admin of your organisation."

/** Reports a change of the password by somebody who knew it. */
export function passwordChangedMail(mail: Notice): MailContent {
  return securityNotice({
    ...mail,
    subject: `The password of your ${mail.productName} account was changed`,
    heading: 'Your password was changed',
    what: `The password of your ${mail.productName} account was changed.`,
    help: resetHelp,
  })
}

/** Reports a sign-in from an unknown browser. */
export function newBrowserMail(mail: Notice): MailContent {
  return securityNotice({
    ...mail,
    subject: `New sign-in to your ${mail.productName} account`,
    heading: 'Somebody signed in from a new browser',
    what: `Somebody signed in to your ${mail.productName} account with the right password, in a browser or a network that your account wasn't used from before.`,
    help: resetHelp,
  })
}

/**
 * Stands in for all further notices of a day to a mailbox (D95).
 * @param mail.most how many it has got.
 */
export function moreNoticesMail({
  productName,
  most,
}: {
  productName: string
  most: number
}): MailContent {
  return writeLetter({
    productName,
    subject: `More happened in ${productName} today than we mail about`,
    heading: 'More happened today',
    paragraphs: [
      `This mailbox got ${most} notices of ${productName} today. More happened, and more may: until midnight (UTC) no further notice goes to this mailbox, so that nobody can flood it.`,
      "Your page 'Profile Settings' shows where you are signed in and whether two-factor authentication is on. The page 'Audit Log', which admins have, shows everything that was done in your organisation.",
      "If you don't know why you get so many mails, somebody may be using your account, or may want you to overlook a mail: look at those that you got, and set a new password with 'Forgot password', which signs everybody else out. If you have no account, ignore these mails.",
    ],
    action: null,
    notes: ['Mails that let you set a password, or put your address back, go on coming.'],
  })
}
