import { ArrowLeft, ExternalLink, Printer, ReceiptText } from 'lucide-react'
import { methodText } from '../../../contract/payment-method'
import type { Receipt } from '../../../contract/receipts'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { useFetchedProfile } from '../../profile/queries'
import { Button } from '../../ui/Button'
import { ButtonAnchor, ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { LoadingText } from '../../ui/LoadingText'
import { QueryView } from '../../ui/QueryView'
import { Skeleton } from '../../ui/Skeleton'
import { formatTableDay, isOtherZone, zoneNote } from '../days'
import { receiptsQuery } from '../queries'
import { ReceiptBadge } from './ReceiptBadge'
import { amountText, periodText } from './receipt-text'

/** One receipt, made for printing. */
export function ReceiptPage({ receiptId }: { receiptId: string }) {
  return (
    <QueryView
      query={useRetryableQuery(receiptsQuery)}
      loading={
        <Card>
          <LoadingText unseen>Loading the receipt…</LoadingText>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="mt-6 h-60" />
        </Card>
      }
      failure="The receipt could not be loaded"
    >
      {({ data, seller }) => {
        const receipt = data.find(({ receipt_id }) => receipt_id === receiptId)
        const isPaid = receipt && receipt.state !== 'unpaid'
        return isPaid && seller != null ? (
          <OneReceipt receipt={receipt} seller={seller} />
        ) : (
          <NoReceipt url={isPaid ? receipt.url : null} />
        )
      }}
    </QueryView>
  )
}

function NoReceipt({ url }: { url: string | null }) {
  return (
    <Card>
      <EmptyState
        icon={ReceiptText}
        title={url ? 'This receipt is at the payment provider' : 'There is no such receipt'}
        text={url ? '' : 'Your organisation’s receipts are listed below its plan.'}
        action={
          url ? (
            <ButtonAnchor href={url} target="_blank" rel="noreferrer">
              <ExternalLink className="size-4" />
              Open the receipt
            </ButtonAnchor>
          ) : (
            <ButtonLink to="/dashboard/subscription">See all receipts</ButtonLink>
          )
        }
      />
    </Card>
  )
}

function OneReceipt({ receipt, seller }: { receipt: Receipt; seller: string }) {
  const profile = useFetchedProfile()
  const { amount, refunded_amount, currency, url } = receipt
  const [name, ...address] = seller.split('\n')
  const facts: [string, string | null | undefined][] = [
    ['Paid by', receipt.organization_name ?? profile?.organization.name],
    ['Paid on', formatTableDay(receipt.taken_at)],
    ['Plan', receipt.plan_name],
    ['Period', periodText(receipt)],
    ['Payment method', methodText(receipt)],
    ['Payment', receipt.payment_id],
    ['Invoice', receipt.number ?? receipt.receipt_id],
    ['Refunded', refunded_amount > 0 ? amountText(refunded_amount, currency) : null],
  ]
  return (
    <div className="mx-auto max-w-3xl space-y-4">
      <div className="flex flex-wrap gap-2.5 print:hidden">
        <ButtonLink to="/dashboard/subscription" look="secondary">
          <ArrowLeft className="size-4" />
          All receipts
        </ButtonLink>
        {url && (
          <ButtonAnchor href={url} target="_blank" rel="noreferrer" look="secondary">
            <ExternalLink className="size-4" />
            Open at the provider
          </ButtonAnchor>
        )}
        <Button className="sm:ms-auto" onClick={() => window.print()}>
          <Printer className="size-4" />
          Print
        </Button>
      </div>
      <Card className="p-4 sm:p-10 print:border-0 print:p-0">
        <div className="flex flex-wrap items-start justify-between gap-6">
          <div className="min-w-0 sm:flex-1">
            <h2 className="text-22 font-[650] tracking-[-0.02em] wrap-anywhere">
              {`${amountText(amount, currency)} for ${receipt.plan_name}`}
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
        {/* No column is as wide as its text, whose width changes when the font loads. */}
        <dl className="mt-8 grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 text-14">
          {facts.map(([term, text]) =>
            text ? (
              <div
                key={term}
                className="col-span-2 grid grid-cols-subgrid border-t border-line py-3"
              >
                <dt className="text-ink-3">{term}</dt>
                <dd className="text-end text-ink tabular-nums wrap-anywhere">{text}</dd>
              </div>
            ) : null,
          )}
          <div className="col-span-2 grid grid-cols-subgrid border-t-2 border-line-2 py-4 text-18 font-[650]">
            <dt>Amount paid</dt>
            <dd className="text-end tabular-nums">{amountText(amount, currency)}</dd>
          </div>
        </dl>
        <p className="mt-2 text-12h text-ink-3">
          This is a receipt for a payment. It is not a tax invoice.
          {/* Paper goes to other places. */}
          <span className={isOtherZone() ? '' : 'hidden print:inline'}>{` ${zoneNote()}`}</span>
        </p>
      </Card>
    </div>
  )
}
