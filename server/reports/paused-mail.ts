import { writeLetter } from '../mail/letter'
import { nameInMail } from '../mail/plain-text'
import type { MailContent } from '../store/outgoing-mail'
import type { PauseReason } from './tables'

const why: Readonly<Record<PauseReason, string>> = {
  failures: 'It failed four times in a row: the dashboard could not be read.',
  absence: 'You haven’t signed in for 90 days.',
  dashboard: 'Your organisation’s plan no longer has this dashboard.',
  'second-factor': 'You have to set up two-factor authentication first.',
}

/**
 * Tells somebody that a report of theirs is paused, and why (D142).
 * @param mail.dashboard its name.
 * @param mail.link where they go on with it.
 */
export function pausedMail(mail: {
  productName: string
  fullName: string
  dashboard: string
  reason: PauseReason
  link: string
}): MailContent {
  const { productName, dashboard, link } = mail
  return writeLetter({
    productName,
    subject: `Your mails about ${dashboard} are paused`,
    heading: `Your mails about ${dashboard} are paused`,
    paragraphs: [
      `Hello ${nameInMail(mail.fullName)},`,
      `${productName} sends you no more mails about ${dashboard} for now. ${why[mail.reason]}`,
      'To get them again, go on with the report in your profile.',
    ],
    action: { label: 'Open your reports', link },
    notes: [`You get this mail because you asked ${productName} for mails about this dashboard.`],
  })
}
