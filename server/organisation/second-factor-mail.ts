import { mailDays } from '../mail/days'
import { writeLetter } from '../mail/letter'
import { nameInMail, nameInSubject } from '../mail/plain-text'
import type { MailContent } from '../store/outgoing-mail'

/**
 * Tells somebody without a second factor that their organisation asks for one from now on (D138).
 * @param mail.link where to set it up.
 * @param mail.changedBy the full name of the admin who asks.
 * @param mail.isForAdmins whether it asks only admins.
 * @param mail.due when it has to be set up by.
 */
export function secondFactorAskedMail(mail: {
  productName: string
  fullName: string
  link: string
  timeZone: string
  organisationName: string
  changedBy: string
  isForAdmins: boolean
  due: Date
}): MailContent {
  const { productName, link, isForAdmins } = mail
  const { day, moment } = mailDays(mail.timeZone)
  const organisation = nameInMail(mail.organisationName)
  const whom = isForAdmins ? 'all admins of' : 'everybody in'
  return writeLetter({
    productName,
    subject: `${nameInSubject(mail.organisationName)} asks you to set up two-factor authentication on ${productName}`,
    heading: `Set up two-factor authentication by ${day(mail.due)}`,
    paragraphs: [
      `Hello ${nameInMail(mail.fullName)},`,
      `${nameInMail(mail.changedBy)} now requires two-factor authentication for ${whom} ${organisation}: signing in then also asks for a code from an app on your phone, so a stolen password isn’t enough.`,
      `You haven’t set it up yet. Please do that on your profile by ${moment(mail.due)}. From then on you’ll have to do it before anything else.`,
    ],
    action: { label: 'Set it up', link },
    notes: [
      `${isForAdmins ? 'All admins' : 'All people'} of the organisation who haven’t set it up get this mail.`,
    ],
  })
}
