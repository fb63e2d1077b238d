import { writeLetter } from '../../mail/letter'
import { nameInMail } from '../../mail/plain-text'
import type { MailContent } from '../../store/outgoing-mail'

/**
 * Tells an admin that a tax invoice was corrected.
 * @param mail.from the number of the corrected invoice.
 * @param mail.link to the papers, for admins who are signed in.
 */
export function correctionMail(mail: {
  productName: string
  fullName: string
  from: string
  creditNote: string
  invoice: string
  billedTo: string
  link: string
}): MailContent {
  const { productName, from, creditNote, invoice, billedTo, link } = mail
  return writeLetter({
    productName,
    subject: `Tax invoice ${from} was corrected`,
    heading: `${invoice} replaces ${from}`,
    paragraphs: [
      `Hello ${nameInMail(mail.fullName)},`,
      `The tax invoice ${from} was corrected: the credit note ${creditNote} gives it back, and the new tax invoice ${invoice} is billed to ${nameInMail(billedTo)}. No money was moved.`,
      'Please give both papers to whoever does your accounting.',
    ],
    action: { label: 'See the tax invoice', link },
    notes: ['All admins of the organisation get this mail.'],
  })
}
