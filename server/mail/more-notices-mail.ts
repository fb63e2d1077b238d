import type { MailContent } from '../store/outgoing-mail'
import { writeLetter } from './letter'

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
      `This mailbox got ${most} notices from ${productName} today. More happened, and more may: until midnight (UTC) no further notice goes to this mailbox, so that nobody can flood it.`,
      "Your page 'Profile Settings' shows where you are signed in and whether two-factor authentication is on. The page 'Audit Log', which admins have, shows everything that was done in your organisation.",
      "If you don't know why you get so many mails, somebody may be using your account, or may want you to overlook a mail: look at those that you got, and set a new password with 'Forgot password', which signs everybody else out. If you have no account, ignore these mails.",
    ],
    action: null,
    notes: ['You will still get mails that let you set a password, or put your address back.'],
  })
}
