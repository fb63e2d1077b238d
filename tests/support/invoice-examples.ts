import { buyerExample } from '../../contract/buyer'
import type { Receipt, TaxDocument } from '../../contract/receipts'
import { receiptExample } from './examples'

/*
 * Receipts with tax invoices, as a server with `TAX=gst` lists them: ₹7,999 for a month of Growth.
 */

const invoice: TaxDocument = {
  kind: 'invoice',
  number: 'OL/26-27/000042',
  issued_at: '2026-11-23T08:00:00.000Z',
  for_number: null,
  for_issued_at: null,
  reason: null,
  seller: {
    legal_name: 'Orglens Sandbox Private Limited',
    lines: ['1 Example Street', 'Bengaluru 560001, Karnataka, India'],
    tax_id: '29AAACO0000O1ZN',
  },
  billed_to: buyerExample,
  organization_name: 'Acme Analytics',
  amount: 799_900,
  taxable_amount: 677_882,
  tax: [
    { name: 'CGST', rate: 9, amount: 61_009 },
    { name: 'SGST', rate: 9, amount: 61_009 },
  ],
  tax_code: '998315',
  quantity: 1,
  place_of_supply: 'Karnataka (29)',
  export_note: null,
  footnote: 'Issued electronically. It needs no signature.',
}

/** @returns a paid receipt with these papers; the last invoice counts. */
function receiptWith(papers: TaxDocument[], changes: Partial<Receipt> = {}): Receipt {
  const counts = papers.findLast(({ kind }) => kind === 'invoice') ?? invoice
  return receiptExample({
    receipt_id: 'inv_42',
    taken_at: '2026-11-23T08:00:00.000Z',
    organization_name: 'Acme Analytics',
    period_start: '2026-11-23T08:00:00.000Z',
    period_end: '2026-12-23T08:00:00.000Z',
    amount: counts.amount,
    currency: 'INR',
    number: 'R-0042',
    payment_id: 'pay_Rz7Kq2mVx41dLt',
    url: 'https://rzp.io/i/example',
    billed_to: counts.billed_to,
    invoice_number: counts.number,
    taxable_amount: counts.taxable_amount,
    tax: counts.tax,
    place_of_supply: counts.place_of_supply,
    quantity: counts.quantity,
    credit_notes: papers.filter(({ kind }) => kind === 'credit-note').map(({ number }) => number),
    tax_documents: papers,
    ...changes,
  })
}

/** Seller and buyer in one state: CGST and SGST. */
export const withinState = receiptWith([invoice])

/** The buyer in another state: IGST. */
export const acrossStates = receiptWith([
  {
    ...invoice,
    billed_to: {
      ...buyerExample,
      lines: ['Plot 9'],
      city: 'Chennai',
      region: '33',
      postal_code: '600001',
      tax_id: '33AAACA0000A1Z5',
      reference: '',
    },
    tax: [{ name: 'IGST', rate: 18, amount: 122_018 }],
    place_of_supply: 'Tamil Nadu (33)',
  },
])

/** The buyer abroad: no tax, and the operator's words. */
export const abroad = receiptWith([
  {
    ...invoice,
    billed_to: {
      legal_name: 'Contoso GmbH',
      lines: ['Hauptstraße 5'],
      city: 'Berlin',
      region: '',
      postal_code: '10115',
      country: 'DE',
      tax_id: 'DE123456789',
      is_sez: false,
      reference: '',
    },
    taxable_amount: 799_900,
    tax: [{ name: 'IGST', rate: 0, amount: 0 }],
    place_of_supply: 'Germany',
    export_note: 'Supply meant for export under letter of undertaking without payment of IGST.',
  },
])

/** Only the organisation's name was known. */
export const withoutBuyer = receiptWith([{ ...invoice, billed_to: null }])

const refund: TaxDocument = {
  ...invoice,
  kind: 'credit-note',
  number: 'OL/26-27/C00003',
  issued_at: '2026-12-03T08:00:00.000Z',
  for_number: invoice.number,
  for_issued_at: invoice.issued_at,
  reason: 'refund',
}

export const refundedInFull = receiptWith([invoice, refund], {
  state: 'refunded',
  refunded_amount: 799_900,
})

export const refundedInPart = receiptWith(
  [
    invoice,
    {
      ...refund,
      amount: 50_000,
      taxable_amount: 42_372,
      tax: [
        { name: 'CGST', rate: 9, amount: 3_814 },
        { name: 'SGST', rate: 9, amount: 3_814 },
      ],
    },
  ],
  { state: 'refunded', refunded_amount: 50_000 },
)

/** The buyer's name was wrong: a credit note takes the invoice back, another invoice takes its place. */
export const corrected = receiptWith([
  { ...invoice, billed_to: { ...buyerExample, legal_name: 'Acme Analytics Ltd' } },
  { ...refund, reason: 'correction' },
  {
    ...invoice,
    number: 'OL/26-27/000043',
    issued_at: '2026-12-03T08:00:00.000Z',
    reason: 'correction',
  },
])
