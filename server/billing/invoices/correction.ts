import type { Services } from '../../api/services'
import { writeLetter } from '../../mail/letter'
import { type NoticeServices, noticeFor } from '../../mail/outbox'
import { nameInMail } from '../../mail/plain-text'
import { byOperator } from '../../people/author'
import type { Lock, Reading } from '../../store/change'
import { entryOf } from '../../store/entry'
import type { MailContent } from '../../store/outgoing-mail'
import { numberingOf, seriesLocks } from './numbers'
import { countingInvoice, numberCorrection, prefixesOf, remainderOf } from './papers'
import type { TaxDocument } from './tables'
import { exportWithoutTax } from './tax'

/** An invoice can't be corrected, or needn't be. */
class CorrectionRefused extends Error {
  override readonly name = 'CorrectionRefused'
}

/**
 * What a correction of an invoice would be.
 * @param number the invoice's.
 * @throws CorrectionRefused with the reason why there is none.
 */
async function plannedCorrection(
  read: Pick<Reading, 'all' | 'one'>,
  organisationId: string,
  number: string,
) {
  const all = await read.all('taxDocuments', { organisationId })
  const invoice = all.find((one) => one.number === number && one.kind === 'invoice')
  if (!invoice)
    throw new CorrectionRefused(`There is no tax invoice ${number} of this organisation.`)
  const documents = all.filter(({ receiptId }) => receiptId === invoice.receiptId)
  const counting = countingInvoice(documents)
  if (counting && counting.id !== invoice.id) {
    throw new CorrectionRefused(`${number} was corrected already. ${counting.number} counts now.`)
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
 * Corrects whom a tax invoice is billed to: a credit note of what remains of it, and a new invoice to today's buyer.
 * Nothing that has a number changes (D143).
 * @param number of the invoice.
 * @returns both papers. @throws CorrectionRefused.
 */
export async function correctInvoice(
  services: NoticeServices & Pick<Services, 'store' | 'tax' | 'appUrl'>,
  organisationId: string,
  number: string,
): Promise<{ creditNote: TaxDocument; invoice: TaxDocument }> {
  const { store, clock, tax, appUrl, productName } = services
  const { invoice: kept } = await plannedCorrection(store, organisationId, number)
  const { subscriptionId, receiptId } = kept
  const prefixes = prefixesOf(null, [kept])
  const locks: Lock[] = [
    { row: 'receiptChecks', where: { subscriptionId } },
    ...(await seriesLocks(services, prefixes)),
  ]
  const done = await store.change('correct-invoice', locks, null, async (read) => {
    const now = clock()
    const numbering = await numberingOf(read, prefixes, locks, now)
    if (!numbering) return { answer: null }
    const { invoice, documents, billedTo } = await plannedCorrection(read, organisationId, number)
    const exportNote = tax?.exportNote ?? exportWithoutTax
    const admins = await read.all('users', { organisationId, isAdmin: true }, 'not-held')
    const answer = numberCorrection(numbering, invoice, documents, billedTo, exportNote)
    const link = `${appUrl}/dashboard/receipt/${encodeURIComponent(receiptId)}`
    const about = {
      productName,
      link,
      from: invoice.number,
      creditNote: answer.creditNote.number,
      invoice: answer.invoice.number,
      billedTo: billedTo.legalName,
    }
    return {
      answer,
      writes: numbering.writes(),
      mails: admins.map((admin) =>
        noticeFor(services, admin, correctionMail({ ...about, fullName: admin.fullName })),
      ),
      entries: [
        entryOf(now, organisationId, byOperator(), 'invoice-corrected', {
          details: { from: number, to: answer.invoice.number },
          subscriptionId,
        }),
      ],
    }
  })
  return done ?? (await correctInvoice(services, organisationId, number))
}

/** @returns what a correction would do, in a sentence. @throws CorrectionRefused. */
export async function describeCorrection(
  { store }: Pick<Services, 'store'>,
  organisationId: string,
  number: string,
): Promise<string> {
  const { billedTo } = await plannedCorrection(store, organisationId, number)
  return `A credit note gives back what remains of ${number}, and a new tax invoice bills it to ${billedTo.legalName}. Neither can be taken back. The provider is told nothing: no money moves.`
}

/**
 * Tells an admin that a tax invoice was corrected.
 * @param mail.from the number of the corrected invoice.
 * @param mail.link to the papers, for admins who are signed in.
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
