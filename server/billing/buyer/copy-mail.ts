import { writeLetter } from '../../mail/letter'
import { counted, nameInMail } from '../../mail/plain-text'
import type { MailContent } from '../../store/outgoing-mail'

/**
 * Asks an accounting address whether it wants an organisation's receipts (D143).
 * @param mail.organisation its name.
 * @param mail.by who added the address.
 * @param mail.link where whoever reads the mailbox confirms it.
 */
export function confirmCopyMail(mail: {
  productName: string
  organisation: string
  by: string
  link: string
  expiresInDays: number
}): MailContent {
  const { productName, link, expiresInDays } = mail
  const organisation = nameInMail(mail.organisation)
  return writeLetter({
    productName,
    subject: `Copies of receipts from ${productName}?`,
    heading: 'Do you want copies of receipts?',
    paragraphs: [
      `${nameInMail(mail.by)} of ${organisation} asks us to mail the receipts of ${organisation} for ${productName} to this address, too.`,
      'If you want that, open the link and confirm the address. Otherwise ignore this mail: then nothing is sent.',
    ],
    action: { label: 'Confirm this address', link },
    notes: [
      `The link can be used for ${counted(expiresInDays, 'day')}. Opening it changes nothing yet.`,
      `You need no account. An admin of ${organisation} can remove the address at any time.`,
    ],
  })
}
