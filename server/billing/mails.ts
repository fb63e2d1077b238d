import { mailDays } from '../mail/days'
import { writeLetter } from '../mail/letter'
import type { MailContent } from '../store/outgoing-mail'
import type { Refund } from './refunds/tables'

/*
 * Mails to an organisation's admins about their plan (D81).
 */

export interface PlanFacts {
  planName: string
  /** '$99.00'; null: unknown. */
  price: string | null
  /** 'Visa ending in 4242'; null: unknown. */
  method: string | null
}

/** The recipient's part of a mail. */
export interface Recipient {
  productName: string
  fullName: string
  /** The address of the plan's page. */
  link: string
  /** The site's time zone. */
  timeZone: string
}

type PlanMail = PlanFacts & Recipient

/** @returns 'payment of $99.00 for the Growth plan', as far as known. */
function paymentText({ price, planName }: PlanFacts): string {
  return `payment${price ? ` of ${price}` : ''} for the ${planName} plan`
}

/**
 * Reports a failed charge, its consequences, and the remedies.
 * @param mail.at the time at which the charge was due.
 * @param mail.tries the times of the retries; empty: unknown.
 * @param mail.isYearly whether another card won't resume the plan after the last attempt.
 */
export function paymentFailedMail(
  mail: PlanMail & {
    at: Date
    tries: readonly Date[]
    haltedPlanDays: number
    isYearly?: boolean
  },
): MailContent {
  const { planName, price, method, at, tries, haltedPlanDays, isYearly } = mail
  const { day } = mailDays(mail.timeZone)
  const last = tries.at(-1)
  const again = last
    ? `We'll retry daily until ${day(last)}.`
    : "We'll retry over the next few days."
  const overdue = price ? `The overdue ${price} will be` : 'What is overdue will be'
  return letter(mail, `The payment for ${planName} failed`, [
    `The ${paymentText(mail)}, due on ${day(at)}, failed${method ? ` with ${method}` : ''}. Your plan continues in the meantime.`,
    `First, make sure that ${method ?? 'your payment method'} can be charged. ${again}`,
    `Or pay with another card: open your plan and choose 'Change payment method'. ${overdue} charged to the new card right away.`,
    `If every attempt fails, nothing more is tried, and the plan ends ${haltedPlanDays} days later unless ${isYearly ? 'you subscribe again' : 'the payment method is changed'}.`,
  ])
}

export type PlanEnding =
  /**
   * `keptUntil`: the time until which the plan can be kept; null: it can't be kept any more. `deletedAt`: when the organisation
   * will be deleted; null: it won't be.
   */
  | { kind: 'stopped'; keptUntil: Date | null; deletedAt: Date | null }
  /**
   * `failedAt`: when the charge was due. `nextChargeAt`: when another card is first charged. Null: unknown. `isYearly`: another
   * card doesn't resume the plan, which has to be bought again.
   */
  | { kind: 'halted'; failedAt: Date | null; nextChargeAt: Date | null; isYearly?: boolean }
  | { kind: 'never-charged' }

/** Announces the end of a plan, and how to keep it. */
export function planEndsMail(mail: PlanMail & { endsAt: Date; why: PlanEnding }): MailContent {
  const { day } = mailDays(mail.timeZone)
  const end = day(mail.endsAt)
  return letter(mail, `${mail.planName} ends on ${end}`, endingTexts(mail, end, mail.why))
}

function endingTexts(mail: PlanMail, end: string, why: PlanEnding): string[] {
  const { planName, price, method } = mail
  const { day, moment } = mailDays(mail.timeZone)
  if (why.kind === 'stopped') {
    const { keptUntil, deletedAt } = why
    if (deletedAt) {
      return [
        `The ${planName} plan ends on ${end}. Nothing more will be charged.`,
        `Your organisation will be deleted on ${day(deletedAt)}. To keep the plan, keep the organisation first.`,
      ]
    }
    const charged = price ? `, and ${price} will be charged` : ''
    return [
      `The ${planName} plan won't be renewed: it ends on ${end}. Nothing more will be charged.`,
      keptUntil
        ? `You can change your mind until ${moment(keptUntil)}: open your plan and choose 'Keep my plan'. Then it renews on ${end}${charged}.`
        : 'It can no longer be kept. You can choose it again from that day on.',
    ]
  }
  if (why.kind === 'never-charged') {
    return [
      `The ${planName} plan was authorised, but its first payment${price ? ` of ${price}` : ''} hasn't arrived.`,
      `If your bank asks you to approve it, please do. The plan ends on ${end} unless the payment arrives before then.`,
    ]
  }
  const due = why.failedAt ? `, due on ${day(why.failedAt)},` : ''
  const next = why.nextChargeAt ? ` on ${day(why.nextChargeAt)}` : ' with the next period'
  return [
    `The ${paymentText(mail)}${due} failed${method ? ` with ${method}` : ''}. We won't try it again, or charge it later.`,
    why.isYearly
      ? "To keep the plan, open it and choose 'Subscribe again'. A new year begins, and is charged, once you pay; until then the plan stays as it is."
      : `To keep the plan, open it and choose 'Change payment method'. Nothing will be charged right away: the new card will be charged${price ? ` ${price}` : ''}${next}.`,
    `Otherwise the plan ends on ${end}.`,
  ]
}

/**
 * Reports that a plan goes on after a failed charge or a pause.
 * @param mail.isPaid whether the overdue charge has worked.
 * @param mail.unpaid the time that is never charged; null: none. Its end is the first instant after it; null: unknown.
 * @param mail.nextChargeAt null: unknown.
 */
export function planGoesOnMail(
  mail: PlanMail & {
    isPaid: boolean
    unpaid: { from: Date; until: Date | null } | null
    nextChargeAt: Date | null
  },
): MailContent {
  const { planName, price, method, isPaid, unpaid, nextChargeAt } = mail
  const { day, lastDay } = mailDays(mail.timeZone)
  const to = unpaid?.until ? ` to ${lastDay(unpaid.until)}` : ''
  const next = nextChargeAt ? `, next on ${day(nextChargeAt)}` : ''
  return letter(mail, `${planName} goes on`, [
    `${isPaid ? `The overdue ${paymentText(mail)} has arrived` : `The ${planName} plan of your organisation can be charged again`}. The plan goes on, and you don't have to do anything.`,
    ...(unpaid ? [`${day(unpaid.from)}${to} stays unpaid, and won't be charged later.`] : []),
    `From now on ${price ?? 'the price'} will be charged${method ? ` with ${method}` : ''} for each period${next}.`,
  ])
}

/**
 * Reports that a plan has ended.
 * @param mail.deletedAt when the organisation will be deleted; null: it won't be.
 */
export function planEndedMail(
  mail: PlanMail & { endedAt: Date; deletedAt: Date | null },
): MailContent {
  const { planName, endedAt, deletedAt } = mail
  const { day } = mailDays(mail.timeZone)
  return letter(mail, `${planName} has ended`, [
    `The ${planName} plan of your organisation ended on ${day(endedAt)}. Nothing more will be charged.`,
    deletedAt
      ? `Your organisation will be deleted on ${day(deletedAt)}.`
      : 'Your team and your data stay. You can choose a plan again at any time.',
  ])
}

/**
 * Reports that a plan has ended because another one was bought.
 * @param mail.oldPlan the plan that ended: 'Growth (monthly)'.
 * @param mail.newPlan the bought plan.
 * @param mail.hasPaidTime whether the old plan's period was paid.
 */
export function planReplacedMail(
  mail: PlanMail & { endedAt: Date; oldPlan: string; newPlan: string; hasPaidTime: boolean },
): MailContent {
  const { oldPlan, newPlan, endedAt, hasPaidTime } = mail
  const { day } = mailDays(mail.timeZone)
  const bought = newPlan === oldPlan ? `a new ${newPlan}` : newPlan
  return letter(mail, `${oldPlan} was replaced by ${bought}`, [
    `The plan ${oldPlan} of your organisation ended on ${day(endedAt)}, because ${bought} was bought. Nothing more will be charged for the old plan${hasPaidTime ? ", and the rest of its period isn't refunded" : ''}.`,
  ])
}

/**
 * Reports that a payment will be refunded (D47).
 * @param mail.price the payment's amount; null: unknown.
 */
export function refundMail(mail: PlanMail & { reason: Refund['reason'] }): MailContent {
  const { planName, price, method, reason } = mail
  const amount = price ?? 'A payment'
  return letter(mail, `${amount} for ${planName} is refunded`, [
    {
      'never-the-plan': `The ${planName} plan was paid for once more, although your organisation already had it. So the ${paymentText(mail)} bought nothing, and will be refunded in full.`,
      'organisation-ends': `The ${planName} plan was paid for although your organisation is to be deleted. So the ${paymentText(mail)} bought nothing, and will be refunded in full.`,
      'after-the-end': `The ${paymentText(mail)} was taken after the plan had ended. So it will be refunded in full.`,
    }[reason],
    `You don't have to do anything. Banks usually take 5 to 7 working days until it is back${method ? ` on ${method}` : ''}.`,
  ])
}

function letter(
  { productName, fullName, link, timeZone }: PlanMail,
  heading: string,
  paragraphs: readonly string[],
): MailContent {
  return writeLetter({
    productName,
    fullName,
    subject: `${heading}: your ${productName} plan`,
    heading,
    paragraphs,
    action: { label: 'Open your plan', link },
    notes: [`All admins of your organisation get this email. ${mailDays(timeZone).note}`],
  })
}
