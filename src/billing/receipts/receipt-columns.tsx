import type { Receipt } from '../../../contract/receipts'
import type { CsvColumns } from '../../lib/csv'
import type { TableColumns, TableLook } from '../../ui/table/SortableTable'
import { tableSort } from '../../ui/table/table-sort'
import { fileDay, fileZone, formatTableDay, lastSiteDayOf, siteDayOf } from '../days'
import { methodText } from '../payment-method'
import { ReceiptBadge } from './ReceiptBadge'
import { amountText, periodText, plainAmount, stateText } from './receipt-text'

/** The latest first. */
export const receiptSort = tableSort(
  { date: 'desc', plan: 'asc', amount: 'desc', status: 'asc' },
  'date',
)
export type ReceiptSort = ReturnType<typeof receiptSort.of>

/** On phones two lines: date and amount, then period and state, with the link beside both. */
export const receiptLook: TableLook = {
  row: 'max-sm:grid-cols-[1fr_auto_2.75rem] max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-3',
  cell: 'sm:h-[53px]',
}

const states = ['unpaid', 'paid', 'refunded'] as const
export const receiptColumns: TableColumns<Receipt, ReceiptSort['sort'] | 'period'> = {
  date: {
    header: 'Date',
    text: ({ taken_at }) => formatTableDay(taken_at),
    value: ({ taken_at }) => Date.parse(taken_at),
    cell: ({ taken_at }) => (
      <time dateTime={taken_at} className="font-semibold text-ink">
        {formatTableDay(taken_at)}
      </time>
    ),
    width: 'w-[18%] print:w-[19%] lg:w-[17%]',
    className: 'max-sm:text-14',
  },
  plan: {
    header: 'Plan',
    text: ({ plan_name }) => plan_name,
    width: 'w-[12%] lg:w-[15%]',
    className: 'max-sm:hidden',
  },
  period: {
    header: 'Period',
    text: (receipt) => periodText(receipt),
    cell: (receipt) => (
      <>
        <span className="sm:hidden">
          {`${receipt.plan_name}, `}
          {/* Moves to the next line as a whole. */}
          <span className="inline-block">{periodText(receipt, { withYear: false })}</span>
        </span>
        <span className="max-sm:hidden">{periodText(receipt)}</span>
      </>
    ),
    className: 'max-sm:col-start-1 max-sm:row-start-2 max-sm:text-12h',
  },
  amount: {
    header: 'Amount',
    text: ({ amount, currency }) => amountText(amount, currency),
    value: ({ amount, currency }) => Number(plainAmount(amount, currency)),
    width: 'w-[13%]',
    isNumber: true,
    className:
      'text-end whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1 max-sm:text-14 max-sm:text-ink',
  },
  status: {
    header: 'Status',
    text: stateText,
    value: ({ state }) => states.indexOf(state),
    cell: (receipt) => <ReceiptBadge receipt={receipt} />,
    width: 'w-[17%] print:w-[24%]',
    className: 'max-sm:col-start-2 max-sm:row-start-2 max-sm:text-end',
  },
}

export const receiptCsv: CsvColumns<Receipt> = {
  Date: ({ taken_at }) => fileDay(siteDayOf(taken_at)),
  Plan: ({ plan_name }) => plan_name,
  'Period start': ({ period_start }) => (period_start ? fileDay(siteDayOf(period_start)) : ''),
  'Period end': ({ period_end }) => (period_end ? fileDay(lastSiteDayOf(period_end)) : ''),
  Amount: ({ amount, currency }) => plainAmount(amount, currency),
  Refunded: ({ refunded_amount, currency }) => plainAmount(refunded_amount, currency),
  Currency: ({ currency }) => currency,
  Status: ({ state, is_due }) => (state === 'unpaid' && is_due === false ? 'not charged' : state),
  'Payment method': methodText,
  'Payment id': ({ payment_id }) => payment_id ?? '',
  'Invoice number': ({ number }) => number ?? '',
  'Receipt id': ({ receipt_id }) => receipt_id,
  'Time zone': fileZone,
}
