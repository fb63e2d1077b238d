import type { Services } from '../../api/services'
import { writeLetter } from '../../mail/letter'
import { type NoticeServices, noticeFor } from '../../mail/outbox'
import { nameInMail } from '../../mail/plain-text'
import { byOperator } from '../../people/author'
import type { Lock, Reading } from '../../store/change'
import { entryOf } from '../../store/entry'
import type { MailContent } from '../../store/outgoing-mail'
import { confirmedCopies } from '../buyer/copies'
import { makePapers, type PaperServices } from '../papers/papers'
import { type CopyServices, copyMailsOf, isPaid, withForNumbers } from '../receipts/receipt-mail'
import { issueCorrection, prefixesOf, remainderOf, validInvoice } from './documents'
import { openSeries, seriesLocks } from './numbers'
import type { TaxDocument } from './tables'
import { exportWithoutTax } from './tax'

/** An invoice can't be corrected, or needn't be. The message says why. */
class CorrectionRefused extends Error {
  override readonly name = 'CorrectionRefused'
}

/**
 * Checks that an invoice can be corrected.
 * @param number the invoice's number.
 * @returns the invoice, all documents of its receipt, and the new buyer.
 * @throws CorrectionRefused
 */
async function planCorrection(
  read: Pick<Reading, 'all' | 'one'>,
  organisationId: string,
  number: string,
) {
  const all = await read.all('taxDocuments', { organisationId })
  const invoice = all.find((one) => one.number === number && one.kind === 'invoice')
  if (!invoice)
    throw new CorrectionRefused(`There is no tax invoice ${number} of this organisation.`)
  const documents = all.filter(({ receiptId }) => receiptId === invoice.receiptId)
  const valid = validInvoice(documents)
  if (valid && valid.id !== invoice.id) {
    throw new CorrectionRefused(`${number} was corrected already. ${valid.number} counts now.`)
  }
  if (remainderOf(invoice, documents) === 0) {
    throw new CorrectionRefused(`All of ${number} was refunded. Its credit note stands for that.`)
  }
  const buyer = await read.one('buyers', { organisationId })
  if (!buyer) {
    throw new CorrectionRefused(
      'An admin of the organisation must enter whom it is billed to first.',
    )
  }
  const { billedTo } = buyer
  if (JSON.stringify(billedTo) === JSON.stringify(invoice.billedTo)) {
    throw new CorrectionRefused(`${number} is billed to ${billedTo.legalName} as it should be.`)
  }
  return { invoice, documents, billedTo }
}

/**
 * Corrects the buyer of a tax invoice: issues a credit note for its remainder, and a new invoice to the present buyer.
 * Issued documents never change (D143).
 * @param number the invoice's number.
 * @param exportNote the operator's words on invoices to other countries.
 * @throws CorrectionRefused
 */
export async function correctInvoice(
  services: NoticeServices & CopyServices & PaperServices,
  organisationId: string,
  number: string,
  exportNote = exportWithoutTax,
): Promise<{ creditNote: TaxDocument; invoice: TaxDocument }> {
  const { store, clock, appUrl, productName } = services
  const { invoice: found } = await planCorrection(store, organisationId, number)
  const { subscriptionId, receiptId } = found
  const prefixes = prefixesOf(null, [found])
  const now = clock()
  const locks: Lock[] = [
    { row: 'receiptChecks', where: { subscriptionId } },
    ...(await seriesLocks(services, prefixes, now)),
  ]
  const correction = await store.change('correct-invoice', locks, null, async (read) => {
    const series = await openSeries(read, prefixes, now)
    const { invoice, documents, billedTo } = await planCorrection(read, organisationId, number)
    const admins = await read.all('users', { organisationId, isAdmin: true }, 'not-held')
    const answer = issueCorrection(series, invoice, documents, billedTo, exportNote)
    const link = `${appUrl}/dashboard/receipt/${encodeURIComponent(receiptId)}`
    const copies = await confirmedCopies(read, organisationId)
    const receipt = await read.one('receipts', { id: receiptId }, 'not-held')
    const papers = withForNumbers([answer.creditNote, answer.invoice], [invoice])
    const mail = {
      productName,
      link,
      from: invoice.number,
      creditNote: answer.creditNote.number,
      invoice: answer.invoice.number,
      billedTo: billedTo.legalName,
    }
    return {
      answer,
      writes: series.writes(),
      mails: [
        ...admins.map((admin) =>
          noticeFor(services, admin, {
            ...correctionMail({ ...mail, fullName: admin.fullName }),
            papers: papers.map(({ id }) => id),
          }),
        ),
        ...papers.flatMap((document) =>
          receipt && isPaid(receipt)
            ? copyMailsOf(services, copies, { receipt, document, refunded: null }, now)
            : [],
        ),
      ],
      entries: [
        entryOf(now, organisationId, byOperator(), 'invoice-corrected', {
          details: { from: number, to: answer.invoice.number },
          subscriptionId,
        }),
      ],
    }
  })
  await makePapers(services, [correction.creditNote, correction.invoice])
  return correction
}

/** @returns a sentence that says what a correction would do. @throws CorrectionRefused */
export async function describeCorrection(
  { store }: Pick<Services, 'store'>,
  organisationId: string,
  number: string,
): Promise<string> {
  const { billedTo } = await planCorrection(store, organisationId, number)
  return `A credit note gives back what remains of ${number}, and a new tax invoice bills it to ${billedTo.legalName}. Neither can be taken back. The provider is told nothing: no money moves.`
}

/**
 * Tells an admin that a tax invoice was corrected.
 * @param mail.from the number of the corrected invoice.
 * @param mail.link the address of the receipt's page, for signed-in admins.
 */
function correctionMail(mail: {
  productName: string
  fullName: string
  from: string
  creditNote: string
  invoice: string
  billedTo: string
  link: string
}): MailContent {
  const { from, creditNote, invoice, billedTo, link } = mail
  return writeLetter({
    ...mail,
    subject: `Tax invoice ${from} was corrected`,
    heading: `${invoice} replaces ${from}`,
    paragraphs: [
      `The tax invoice ${from} was corrected: the credit note ${creditNote} gives it back, and the new tax invoice ${invoice} is billed to ${nameInMail(billedTo)}. No money was moved.`,
      'Please give both documents to whoever does your accounting.',
    ],
    action: { label: 'See the tax invoice', link },
    notes: ['All admins of the organisation get this email.'],
  })
}
