import { mostWithoutApproval } from '../../../contract/bank-approval'
import type { PaymentMethod } from '../../api/payments'
import { mailDays } from '../../mail/days'
import { writeLetter } from '../../mail/letter'
import type { MailContent } from '../../store/outgoing-mail'
import type { Recipient } from '../mails'
import { priceText } from '../texts'

/** Announces a renewal to an admin (D109). */
export function renewalMail(
  mail: Recipient & {
    planName: string
    interval: 'monthly' | 'yearly'
    /** In the currency's smallest unit. */
    amount: number
    currency: string
    /** Null: unknown. */
    method: PaymentMethod | null
    renewsAt: Date
    /** Whether the bank asks to approve the charge. */
    needsApproval: boolean
    /** Whether the recipient can switch these mails off. */
    isSwitchable: boolean
  },
): MailContent {
  const { productName, planName, interval, method, link } = mail
  const { day, note } = mailDays(mail.timeZone)
  const renewal = day(mail.renewsAt)
  const price = priceText(mail.amount, mail.currency)
  const card = method?.network && method.lastDigits
  const paidWith = card ? `, with the ${method.network} card ending in ${method.lastDigits}` : ''
  const most = priceText(mostWithoutApproval * 100, 'INR', { isShort: true })
  return writeLetter({
    productName,
    fullName: mail.fullName,
    subject: `${planName} renews on ${renewal}: your ${productName} plan`,
    heading: `${planName} renews on ${renewal}`,
    paragraphs: [
      `The ${interval} ${planName} plan of your organisation renews on ${renewal}: ${price} will be charged${paidWith}.`,
      ...(mail.needsApproval
        ? [
            `That is more than ${most}, so your bank asks you to approve the payment. Please look out for its message around that day: its link works for 72 hours, and the plan isn't paid until you have approved it.`,
          ]
        : []),
      "If you'd rather let the plan end, stop the renewal on your plan's page before that day.",
    ],
    action: { label: 'Open your plan', link },
    notes: [
      mail.isSwitchable
        ? `Admins get this email before a yearly renewal, unless they have switched it off in 'Profile Settings'. ${note}`
        : `All admins of your organisation get this email. ${note}`,
    ],
  })
}
