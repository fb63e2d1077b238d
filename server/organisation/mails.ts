import { csvOf } from '../../contract/csv'
import type { Receipt } from '../../contract/receipts'
import { receiptCsv, receiptLines } from '../../contract/receipts-csv'
import { createSiteZone } from '../../contract/site-day'
import type { Caller } from '../api/caller'
import type { Services } from '../api/services'
import { mailDays } from '../mail/days'
import { writeLetter } from '../mail/letter'
import type { NoticeServices } from '../mail/outbox'
import { counted, nameInMail, nameInSubject } from '../mail/plain-text'
import type { User } from '../people/tables'
import type { MailContent } from '../store/outgoing-mail'

/** The facts in every mail about the end of an organisation. */
interface EndMail {
  productName: string
  appUrl: string
  /** The site's time zone. */
  timeZone: string
  organisationName: string
}

/** The services that write and send mails about the end of an organisation. */
export type EndServices = NoticeServices & Pick<Services, 'store' | 'appUrl' | 'timeZone' | 'tax'>

/** @returns the facts in every mail about the end of an organisation. */
export const endFacts = (
  { productName, appUrl, timeZone }: EndServices,
  organisationName: string,
): EndMail => ({ productName, appUrl, timeZone, organisationName })

/** Tells a user that their organisation will be deleted: at the request, or a day before. */
export function deletionMail(
  mail: EndMail & {
    to: { fullName: string; isAdmin: boolean }
    /** The name of the admin who requested it. */
    requestedBy: string
    dueAt: Date
    isReminder: boolean
    /** The plan, and its end if its renewal was stopped; null for none. */
    plan: { name: string; stopsAt: Date | null } | null
  },
): MailContent {
  const { productName, appUrl, to, plan, dueAt } = mail
  const { moment, day, note } = mailDays(mail.timeZone)
  const organisation = nameInMail(mail.organisationName)
  const when = mail.isReminder ? 'tomorrow' : `on ${day(dueAt)}`
  const earlierEnd = plan?.stopsAt && plan.stopsAt < dueAt ? day(plan.stopsAt) : null
  return writeLetter({
    productName,
    fullName: to.fullName,
    subject: `${nameInSubject(mail.organisationName)} will be deleted ${when}`,
    heading: `${organisation} will be deleted ${when}`,
    paragraphs: [
      `${nameInMail(mail.requestedBy)} asked to delete ${organisation} from ${productName}. It will be deleted on ${moment(dueAt)}: with all accounts, yours too, its dashboards, its audit log and its receipts. This can't be undone.`,
      `Until then everything works as before${earlierEnd === null ? '' : ', except that the plan ends earlier'}${to.isAdmin ? `, and you or any other admin can keep ${organisation}.` : `. Admins can keep ${organisation} until then.`}`,
      ...(plan && to.isAdmin ? [planText(plan, earlierEnd)] : []),
      "Anyone who wants to keep their own data can download it in 'Profile Settings'.",
    ],
    action: to.isAdmin
      ? { label: `Keep ${organisation}`, link: `${appUrl}/dashboard/organisation` }
      : { label: 'Open Profile Settings', link: `${appUrl}/dashboard/profile?tab=account` },
    notes: [`Everyone in the organisation gets this email. ${note}`],
  })
}

/** @param endDay the day on which the plan ends before the organisation; null: it ends with it. */
function planText(
  { name, stopsAt }: { name: string; stopsAt: Date | null },
  endDay: string | null,
): string {
  const end = endDay === null ? 'with the organisation' : `on ${endDay}`
  const renewal = stopsAt
    ? 'It no longer renews.'
    : "Its renewal couldn't be stopped now, so a charge may come until then."
  return `The plan ${nameInMail(name)} will end ${end}, and nothing will be refunded. ${renewal}`
}

/** Tells a user of an abandoned organisation when it will be deleted. */
export function abandonedMail(mail: EndMail & { fullName: string; dueAt: Date }): MailContent {
  const { productName, appUrl } = mail
  const { day, note } = mailDays(mail.timeZone)
  const organisation = nameInMail(mail.organisationName)
  const due = day(mail.dueAt)
  return writeLetter({
    ...mail,
    subject: `${nameInSubject(mail.organisationName)} will be deleted on ${due} unless someone signs in`,
    heading: `Do you still need ${organisation}?`,
    paragraphs: [
      `No one has signed in to ${organisation} on ${productName} for a year, and no one ever confirmed an email address there. So it will be deleted on ${due}, with all accounts and data.`,
      "To keep it, sign in before then. If you no longer know the password, 'Forgot password' sets a new one.",
    ],
    action: { label: 'Sign in', link: `${appUrl}/signin` },
    notes: [
      `Everyone in the organisation gets this email, twice. If you don't know what this is about, ignore it. ${note}`,
    ],
  })
}

/** Tells a user that the deletion of their organisation was withdrawn. */
export function keptMail(mail: EndMail & { fullName: string; keptBy: string }): MailContent {
  const { productName, appUrl } = mail
  const organisation = nameInMail(mail.organisationName)
  return writeLetter({
    ...mail,
    subject: `${nameInSubject(mail.organisationName)} is kept`,
    heading: `${organisation} is kept`,
    paragraphs: [
      `${nameInMail(mail.keptBy)} decided to keep ${organisation} on ${productName}. It won't be deleted, and there is nothing you need to do.`,
    ],
    action: { label: `Open ${productName}`, link: `${appUrl}/dashboard` },
    notes: ['Everyone in the organisation gets this email.'],
  })
}

/** Tells a former admin that their organisation was deleted, with its receipts as a file. */
export function deletedMail(
  mail: EndMail & { fullName: string; receipts: readonly Receipt[] },
): MailContent {
  const { productName, receipts, timeZone } = mail
  const organisation = nameInMail(mail.organisationName)
  const zone = createSiteZone(timeZone)
  const letter = writeLetter({
    ...mail,
    subject: `${nameInSubject(mail.organisationName)} was deleted`,
    heading: `${organisation} was deleted`,
    paragraphs: [
      `${organisation} was deleted from ${productName}: all accounts, its dashboards, its audit log and its receipts. Nothing more will be charged.`,
      receipts.length > 0
        ? `With this email you get ${counted(receipts.length, 'receipt')} as a CSV file. It is the only copy.`
        : 'It had no receipts.',
    ],
    notes: ['All admins of the organisation get this email. It is the last one.'],
  })
  if (receipts.length === 0) return letter
  const text = csvOf(
    receiptCsv(() => zone),
    receiptLines(receipts),
  )
  return { ...letter, files: [{ name: 'receipts.csv', type: 'text/csv', text }] }
}

/**
 * Tells a user without a second factor that their organisation requires one from now on (D138).
 * @param admin the one who changed the rule.
 * @param isForAdmins whether the rule is for admins only.
 * @param due the time by which it has to be set up.
 */
export function secondFactorRequiredMail(
  { productName, appUrl, timeZone }: Pick<Services, 'productName' | 'appUrl' | 'timeZone'>,
  { user: admin, organisation: { name } }: Pick<Caller, 'user' | 'organisation'>,
  { fullName }: Pick<User, 'fullName'>,
  isForAdmins: boolean,
  due: Date,
): MailContent {
  const { day, moment } = mailDays(timeZone)
  const organisation = nameInMail(name)
  const whom = isForAdmins ? 'all admins of' : 'everyone in'
  return writeLetter({
    productName,
    fullName,
    subject: `${nameInSubject(name)} asks you to set up two-factor authentication on ${productName}`,
    heading: `Set up two-factor authentication by ${day(due)}`,
    paragraphs: [
      `${nameInMail(admin.fullName)} now requires two-factor authentication for ${whom} ${organisation}: signing in then also asks for a code from an app on your phone, so a stolen password isn’t enough.`,
      `You haven’t set it up yet. Please do that on your profile by ${moment(due)}. From then on you’ll have to do it before anything else.`,
    ],
    action: { label: 'Set it up', link: `${appUrl}/dashboard/profile?tab=security` },
    notes: [
      `${isForAdmins ? 'All admins' : 'All people'} of the organisation who haven’t set it up get this email.`,
    ],
  })
}
