import type { MailContent } from '../store/entities'
import { mailDays } from './days'
import { writeLetter } from './letter'
import { nameInMail } from './plain-text'

/*
 * Mails to an organisation's admins about their plan (D81).
 */

interface PlanMail {
  productName: string
  fullName: string
  planName: string
  /** The page of the plan. */
  link: string
  /** The site's. */
  timeZone: string
}

/** Reports a failed charge, and its consequences. @param mail.triedUntil null: unknown. */
export function paymentFailedMail(
  mail: PlanMail & { at: Date; triedUntil: Date | null },
): MailContent {
  const { planName, at, triedUntil } = mail
  const { day } = mailDays(mail.timeZone)
  const again = triedUntil
    ? `It is tried again daily until ${day(triedUntil)}.`
    : 'It is tried again.'
  return letter(mail, `The payment for ${planName} failed`, [
    `The payment of ${day(at)} for the ${planName} plan failed. ${again}`,
    'Your plan goes on meanwhile. If the payment method has changed, please change it there.',
  ])
}

/** The reason why a plan ends. */
export type PlanEnding =
  | { kind: 'stopped'; keptUntil: Date }
  | { kind: 'halted' }
  | { kind: 'never-charged' }

/** Announces the end of a plan, and how to keep it. */
export function planEndsMail(mail: PlanMail & { endsAt: Date; why: PlanEnding }): MailContent {
  const { planName, why } = mail
  const { day } = mailDays(mail.timeZone)
  const end = day(mail.endsAt)
  return letter(
    mail,
    `${planName} ends on ${end}`,
    {
      stopped: () => [
        `The ${planName} plan isn't renewed: it ends on ${end}. Nothing more is charged.`,
        `Until ${why.kind === 'stopped' ? day(why.keptUntil) : end} you can keep it.`,
      ],
      halted: () => [
        `The payment for the ${planName} plan failed, and isn't tried again.`,
        `The plan ends on ${end} unless the payment method is changed.`,
      ],
      'never-charged': () => [
        `The ${planName} plan was authorised, but its first payment hasn't arrived.`,
        `The plan ends on ${end} unless the payment arrives before.`,
      ],
    }[why.kind](),
  )
}

/** Reports that a plan has ended. */
export function planEndedMail(mail: PlanMail & { endedAt: Date }): MailContent {
  const { planName, endedAt } = mail
  const { day } = mailDays(mail.timeZone)
  return letter(mail, `${planName} has ended`, [
    `The ${planName} plan of your organisation ended on ${day(endedAt)}. Nothing more is charged.`,
    'Your team and your data stay. You can choose a plan again at any time.',
  ])
}

function letter(
  { productName, fullName, link, timeZone }: PlanMail,
  heading: string,
  paragraphs: readonly string[],
): MailContent {
  return writeLetter({
    productName,
    subject: `${heading}: your ${productName} plan`,
    heading,
    paragraphs: [`Hello ${nameInMail(fullName)},`, ...paragraphs],
    action: { label: 'Open your plan', link },
    notes: [`All admins of your organisation get this mail. ${mailDays(timeZone).note}`],
  })
}
