import { buyerLines, isAbroad } from '../../../contract/buyer-text'
import { soldText } from '../../../contract/sold-text'
import { type MailDays, mailDays } from '../../mail/days'
import { buyerOnWire } from '../buyer/buyer'
import type { TaxDocument } from '../invoices/tables'
import type { Receipt } from '../receipts/tables'
import { methodText, priceText } from '../texts'
import type { ReadFont } from './fonts'
import { type Column, looks, makePdf, type Part, type Sheet } from './pdf'

/*
 * The PDFs of tax invoices, credit notes and receipts, with the layout of the printed pages (`src/billing/receipts/`).
 */

/** The settings that a sheet shows, and how its fonts are read. */
export interface SheetSettings {
  productName: string
  timeZone: string
  readFont: ReadFont
}

type Fact = readonly [term: string, text: string | null | undefined]

/**
 * Makes the PDF of a tax document as it was issued, without what came after it.
 * @param siblings all documents of its receipt.
 * @param receipt null: its organisation was deleted.
 */
export function makeDocumentPdf(
  { productName, timeZone, readFont }: SheetSettings,
  document: TaxDocument,
  siblings: readonly TaxDocument[],
  receipt: Receipt | null,
): Promise<Uint8Array> {
  const days = mailDays(timeZone)
  const { number, seller, issuedAt, planName, forId } = document
  const buyer = document.billedTo && buyerOnWire(document.billedTo)
  const isNamed = isAbroad(buyer)
  const money = (amount: number) => priceText(amount, document.currency, { isNamed })
  const name = document.kind === 'invoice' ? 'Tax invoice' : 'Credit note'
  const credited = document.kind === 'credit-note' && siblings.find(({ id }) => id === forId)
  const [buyerName, ...buyerAddress] = buyer ? buyerLines(buyer) : [document.organisationName]
  const amounts: Fact[] = [
    ['Taxable amount', money(document.taxableAmount)],
    ...document.tax.map(({ name, rate, amount }): Fact => [`${name}, ${rate}%`, money(amount)]),
  ]
  const total = money(document.amount)
  const about = { title: `${name} ${number}`, product: productName, at: issuedAt }
  return makePdf(readFont, about, (sheet) => {
    sheet.row(column(0, 0.6, text(name, 'title')), atEnd(column(0.6, 0.4, text(number, 'strong'))))
    sheet.gap(2)
    const meaning = credited
      ? `For tax invoice ${credited.number} of ${days.day(credited.issuedAt)}`
      : 'Original for recipient'
    const day = days.day(issuedAt)
    sheet.row(column(0, 0.68, text(meaning)), atEnd(column(0.7, 0.3, text(day))))
    sheet.gap(22)
    sheet.rule('strong')
    sheet.gap(16)
    sheet.row(
      column(
        ...leftHalf,
        text('From', 'note'),
        text(seller.legalName, 'strong'),
        text([...seller.lines, `GSTIN ${seller.gstin}`].join('\n')),
      ),
      column(
        ...rightHalf,
        text('Billed to', 'note'),
        text(buyerName, 'strong'),
        text(buyerAddress.join('\n')),
      ),
    )
    sheet.gap(16)
    sheet.rule()
    sheet.gap(14)
    const facts: Fact[] = [
      ['Place of supply', document.placeOfSupply],
      ['Reverse charge', isNamed ? null : 'No'],
      ['Your reference', buyer?.reference],
    ]
    const known = facts.filter(([, value]) => value)
    sheet.row(
      ...known.map(([term, value], index) =>
        column(index * 0.34, 0.32, text(term, 'note'), text(value ?? '', 'value')),
      ),
    )
    sheet.gap(28)
    sheet.keepTogether(80)
    sheet.row(...cells('note', 'Description', 'SAC', 'Quantity', 'Taxable amount'))
    sheet.gap(6)
    sheet.rule()
    sheet.gap(10)
    const sold = soldText({
      plan_name: planName,
      period_start: receipt?.periodStart?.toISOString() ?? null,
      period_end: receipt?.periodEnd?.toISOString() ?? null,
    })
    // One plan for one period.
    sheet.row(...cells('value', sold, document.taxCode, '1', money(document.taxableAmount)))
    sheet.row(column(0, 0.54, text(periodText(receipt, days))))
    sheet.gap(10)
    sheet.rule()
    sheet.gap(20)
    sheet.keepTogether(110)
    sheet.row(
      column(...leftHalf, ...historyOf(document, siblings, receipt, days)),
      column(0.52, 0.24, ...amounts.map(([term]) => text(term)), 'rule', text('Total', 'large')),
      atEnd(
        column(
          0.76,
          0.24,
          ...amounts.map(([, amount]) => text(amount ?? '', 'value')),
          'rule',
          text(total, 'large'),
        ),
      ),
    )
    sheet.gap(24)
    writeFoot(sheet, document.exportNote, document.footnote, days.note)
  })
}

/**
 * Makes the PDF of a receipt.
 * @param seller the lines of the seller's name and address.
 */
export function makeReceiptPdf(
  { productName, timeZone, readFont }: SheetSettings,
  receipt: Receipt & { paidAt: Date },
  seller: string,
): Promise<Uint8Array> {
  const days = mailDays(timeZone)
  const { amount, refundedAmount, currency, planName, paidAt } = receipt
  const buyer = receipt.billedTo && buyerOnWire(receipt.billedTo)
  const paid = priceText(amount, currency)
  const number = receipt.number ?? receipt.id
  const state =
    refundedAmount === 0 ? 'Paid' : refundedAmount < amount ? 'Partly refunded' : 'Refunded'
  const [sellerName = '', ...sellerAddress] = seller.split('\n')
  const facts: Fact[] = [
    ['Paid by', receipt.organisationName],
    ['Billed to', buyer && buyerLines(buyer).join('\n')],
    ['Your reference', buyer?.reference],
    ['Paid on', days.day(paidAt)],
    ['Plan', planName],
    ['Period', periodText(receipt, days)],
    ['Payment method', methodText(receipt.method)],
    ['Payment', receipt.paymentId],
    ['Invoice', number],
    ['Refunded', refundedAmount > 0 ? priceText(refundedAmount, currency) : null],
  ]
  const about = { title: `Receipt ${number}`, product: productName, at: paidAt }
  return makePdf(readFont, about, (sheet) => {
    sheet.row(
      column(...leftHalf, text(`${paid} for ${planName}`, 'title'), text(state, 'strong')),
      atEnd(column(...rightHalf, text(sellerName, 'strong'), text(sellerAddress.join('\n')))),
    )
    sheet.gap(24)
    for (const [term, value] of facts) {
      if (!value) continue
      sheet.keepTogether(30)
      sheet.rule()
      sheet.gap(8)
      sheet.row(
        column(0, 0.32, text(term, 'note')),
        atEnd(column(0.34, 0.66, text(value, 'value'))),
      )
      sheet.gap(8)
    }
    sheet.keepTogether(40)
    sheet.rule('strong')
    sheet.gap(10)
    sheet.row(
      column(...leftHalf, text('Amount paid', 'large')),
      atEnd(column(...rightHalf, text(paid, 'large'))),
    )
    sheet.gap(24)
    writeFoot(sheet, `This is a receipt for a payment. It is not a tax invoice. ${days.note}`)
  })
}

const leftHalf = [0, 0.46] as const
const rightHalf = [0.52, 0.48] as const
const text = (words: string, look: keyof typeof looks = 'text'): Part => ({
  text: words,
  look: looks[look],
})
const column = (at: number, width: number, ...parts: readonly Part[]): Column => ({
  at,
  width,
  parts,
})
const atEnd = (one: Column): Column => ({ ...one, isAtEnd: true })

/** @returns a row of the table of what was sold. */
const cells = (
  look: keyof typeof looks,
  ...[item, code, quantity, amount]: readonly [string, string, string, string]
): Column[] => [
  column(0, 0.54, text(item, look === 'value' ? 'strong' : look)),
  column(0.55, 0.12, text(code, look)),
  atEnd(column(0.67, 0.1, text(quantity, look))),
  atEnd(column(0.78, 0.22, text(amount, look))),
]

/** Writes the operator's words and the zone of the days: a paper is read elsewhere. */
const writeFoot = (sheet: Sheet, ...notes: readonly (string | null)[]) =>
  sheet.foot(column(0, 1, ...notes.flatMap((note) => (note ? text(note, 'note') : []))))

/** @returns the first and last day of a period; empty if unknown. */
function periodText(receipt: Receipt | null, { day, lastDay }: MailDays): string {
  const { periodStart: start, periodEnd: end } = receipt ?? {}
  return start && end ? `${day(start)} to ${lastDay(end)}` : ''
}

/** @returns what was paid, refunded or corrected when the document was issued. */
function historyOf(
  document: TaxDocument,
  siblings: readonly TaxDocument[],
  receipt: Receipt | null,
  { day }: MailDays,
): Part[] {
  const { kind, reason, forId, paymentId, issuedAt } = document
  const payment = [methodText(receipt?.method), paymentId].filter(Boolean).join('\n')
  const isCorrection = (one: TaxDocument) => one.reason === 'correction' && one.forId === forId
  const partner = siblings.find((one) => isCorrection(one) && one.kind !== kind)
  if (kind === 'credit-note') {
    return reason === 'correction'
      ? [
          text('Corrects the invoice', 'strong'),
          text(partner ? `In its place: tax invoice ${partner.number}` : ''),
        ]
      : [text(`Refunded on ${day(issuedAt)}`, 'strong'), text(payment)]
  }
  const paid = receipt?.paidAt
    ? [text(`Paid on ${day(receipt.paidAt)}`, 'strong'), text(payment)]
    : [text('Payment', 'strong'), text(payment)]
  const former = siblings.find(({ id }) => id === forId)
  if (!former) return paid
  const note = partner ? `, by credit note ${partner.number}` : ''
  return [
    ...paid,
    text('\nCorrects an invoice', 'strong'),
    text(`It replaces tax invoice ${former.number}${note}`),
  ]
}
