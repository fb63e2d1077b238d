import { buyerLines } from '../../../contract/buyer-text'
import { methodText } from '../../../contract/payment-method'
import type { Receipt } from '../../../contract/receipts'
import { moneyText } from '../../lib/format'
import { useFetchedProfile } from '../../profile/queries'
import { Card } from '../../ui/Card'
import { formatTableDay, isOtherZone, zoneNote } from '../days'
import { ReceiptBadge } from './ReceiptBadge'
import { periodText } from './receipt-text'

/** A receipt that has no number. */
export function ReceiptSheet({ receipt, seller }: { receipt: Receipt; seller: string }) {
  const profile = useFetchedProfile()
  const { amount, refunded_amount, currency, billed_to: buyer } = receipt
  const [name, ...address] = seller.split('\n')
  const facts: [string, string | null | undefined][] = [
    ['Paid by', receipt.organization_name ?? profile?.organization.name],
    ['Billed to', buyer && buyerLines(buyer).join('\n')],
    ['Your reference', buyer?.reference],
    ['Paid on', formatTableDay(receipt.taken_at)],
    ['Plan', receipt.plan_name],
    ['Period', periodText(receipt)],
    ['Payment method', methodText(receipt)],
    ['Payment', receipt.payment_id],
    ['Invoice', receipt.number ?? receipt.receipt_id],
    ['Refunded', refunded_amount > 0 ? moneyText(refunded_amount, currency) : null],
  ]
  return (
    <Card className="p-4 sm:p-10 print:border-0 print:p-0">
      <div className="flex flex-wrap items-start justify-between gap-6">
        <div className="min-w-0 sm:flex-1">
          <h2 className="text-22 font-[650] tracking-[-0.02em] wrap-anywhere">
            {`${moneyText(amount, currency)} for ${receipt.plan_name}`}
          </h2>
          <p className="mt-1.5">
            <ReceiptBadge receipt={receipt} />
          </p>
        </div>
        <address className="w-full min-w-0 text-14 text-ink-2 not-italic whitespace-pre-line wrap-anywhere sm:w-auto sm:flex-1 sm:text-end">
          <strong className="block font-semibold text-ink">{name}</strong>
          {address.join('\n')}
        </address>
      </div>
      {/* Columns don't depend on the width of texts, which changes when the font loads. */}
      <dl className="mt-8 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-x-4 text-14">
        {facts.map(([term, text]) =>
          text ? (
            <div key={term} className="col-span-2 grid grid-cols-subgrid border-t border-line py-3">
              <dt className="text-ink-3">{term}</dt>
              <dd className="text-end whitespace-pre-line text-ink wrap-anywhere">{text}</dd>
            </div>
          ) : null,
        )}
        <div className="col-span-2 grid grid-cols-subgrid border-t-2 border-line-2 py-4 text-18 font-[650]">
          <dt>Amount paid</dt>
          <dd className="text-end tabular-nums">{moneyText(amount, currency)}</dd>
        </div>
      </dl>
      <p className="mt-2 text-12h text-ink-3">
        This is a receipt for a payment. It is not a tax invoice.
        {/* A printed receipt is read elsewhere, so it names its zone. */}
        <span className={isOtherZone() ? '' : 'hidden print:inline'}>{` ${zoneNote()}`}</span>
      </p>
    </Card>
  )
}
