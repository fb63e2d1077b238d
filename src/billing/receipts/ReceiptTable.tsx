import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Printer, ReceiptText } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SubscribedPlan } from '../../../contract/billing'
import type { Receipt } from '../../../contract/receipts'
import { documentOf, type ReceiptLine, receiptLines } from '../../../contract/receipts-csv'
import { useRefetchWhile } from '../../lib/use-refetch-while'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { profileQuery } from '../../profile/queries'
import { buttonClasses } from '../../ui/button-classes'
import { TableCard } from '../../ui/table/TableCard'
import type { TableSort } from '../../ui/table/table-sort'
import { formatTableDay, oneDay, withZoneNote } from '../days'
import { receiptsQuery } from '../queries'
import { currentPlanOf } from '../subscribed-plan'
import {
  invoiceColumns,
  receiptColumns,
  receiptCsv,
  receiptLayout,
  timeOf,
} from './receipt-columns'

const look = buttonClasses(
  { look: 'quiet', size: 'small' },
  '-me-3 max-md:size-11 max-md:justify-center sm:-my-1',
)

export default function ReceiptTable() {
  const { data, isPending, retry } = useRetryableQuery(receiptsQuery)
  const [sort, setSort] = useState<TableSort>({})
  const { data: profile } = useQuery(profileQuery)
  useRefetchWhile(receiptsQuery, data && awaitedReceipt(currentPlanOf(profile), data.data))
  const lines = useMemo(() => data && receiptLines(data.data), [data])
  const hasPages = data?.seller != null
  const hasInvoices = data?.data.some(({ invoice_number }) => invoice_number !== null)
  return (
    <TableCard
      title="Receipts"
      text={withZoneNote('Every charge and its status')}
      query={{ data: lines, isPending, retry }}
      failure="The receipts could not be loaded"
      empty={{
        icon: ReceiptText,
        isLine: true,
        title: 'No receipts yet',
        text: 'Once your organisation has paid for a plan, its receipts will be listed here.',
      }}
      columns={hasInvoices ? invoiceColumns : receiptColumns}
      actions={(receipt) => (
        <ReceiptLink receipt={receipt} hasPage={hasPages || receipt.invoice_number !== null} />
      )}
      csv={receiptCsv}
      sort={sort}
      sortedFirst="date"
      onSortChange={setSort}
      rowId={({ receipt_id, further }) => `${receipt_id} ${further?.number ?? ''}`}
      layout={receiptLayout}
    />
  )
}

/** @returns the period that is paid but has no receipt yet: the provider's invoice comes later (D143). */
function awaitedReceipt(plan: SubscribedPlan | null, receipts: Receipt[]): string | undefined {
  if (plan?.payment_state !== 'paid' || !plan.period_start || plan.unpaid_from) return undefined
  const earliest = Date.parse(plan.period_start) - oneDay
  const isHere = receipts.some(
    ({ plan_name, state, period_start }) =>
      plan_name === plan.name && state !== 'unpaid' && Date.parse(period_start ?? '') > earliest,
  )
  return isHere ? undefined : plan.period_start
}

interface ReceiptLinkProps {
  receipt: ReceiptLine
  hasPage: boolean
}

/** Links to our page of a receipt or numbered document or, without a seller, to the provider's. */
function ReceiptLink({ receipt, hasPage }: ReceiptLinkProps) {
  const { receipt_id, state, url, invoice_number } = receipt
  if (state === 'unpaid') return null
  const paper = documentOf(receipt)
  const kind = paper && (paper.kind === 'invoice' ? 'Tax invoice' : 'Credit note')
  const text = (
    <>
      <Printer className="size-4 shrink-0" />
      <span className="max-md:sr-only">{kind ?? 'Receipt'}</span>
      <span className="sr-only"> of {formatTableDay(timeOf(receipt))}</span>
    </>
  )
  if (hasPage) {
    return (
      <Link
        to="/dashboard/receipt/$receiptId"
        params={{ receiptId: receipt_id }}
        // The valid invoice has the plain address.
        search={{ document: paper?.number === invoice_number ? undefined : paper?.number }}
        className={look}
      >
        {text}
      </Link>
    )
  }
  return url ? (
    <a href={url} target="_blank" rel="noreferrer" className={look}>
      {text}
    </a>
  ) : null
}
