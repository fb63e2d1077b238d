import { createColumnHelper } from '@tanstack/react-table'
import { plainAmount } from '../../../contract/money'
import type { Receipt } from '../../../contract/receipts'
import { receiptCsv as receiptCsvOf } from '../../../contract/receipts-csv'
import { actionsColumn, type Features } from '../../ui/table/columns'
import type { RowLayout } from '../../ui/table/SortableTable'
import { formatTableDay, siteZone } from '../days'
import { ReceiptBadge } from './ReceiptBadge'
import { amountText, periodText, stateText } from './receipt-text'

/** On phones two lines: date and amount, then period and state, with the link beside both. */
export const receiptLayout: RowLayout = {
  row: 'max-sm:grid-cols-[1fr_auto_2.75rem] max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-3',
  cell: 'sm:h-[53px]',
}

const states = ['unpaid', 'paid', 'refunded'] as const
const { accessor, columns } = createColumnHelper<Features, Receipt>()

export const receiptColumns = columns([
  accessor(({ taken_at }) => Date.parse(taken_at), {
    id: 'date',
    header: 'Date',
    sortDescFirst: true,
    cell: ({ row: { original } }) => (
      <time dateTime={original.taken_at} className="font-semibold text-ink">
        {formatTableDay(original.taken_at)}
      </time>
    ),
    meta: {
      text: ({ taken_at }) => formatTableDay(taken_at),
      width: 'w-[18%] print:w-[19%] lg:w-[17%]',
      className: 'max-sm:text-14',
    },
  }),
  accessor('plan_name', {
    id: 'plan',
    header: 'Plan',
    meta: { width: 'w-[12%] lg:w-[15%]', className: 'max-sm:hidden' },
  }),
  accessor((receipt) => periodText(receipt), {
    id: 'period',
    header: 'Period',
    enableSorting: false,
    cell: ({ row: { original }, getValue }) => (
      <>
        <span className="sm:hidden">
          {`${original.plan_name}, `}
          {/* Moves to the next line as a whole. */}
          <span className="inline-block">{periodText(original, { withYear: false })}</span>
        </span>
        <span className="max-sm:hidden">{getValue()}</span>
      </>
    ),
    meta: { className: 'max-sm:col-start-1 max-sm:row-start-2 max-sm:text-12h' },
  }),
  accessor(({ amount, currency }) => Number(plainAmount(amount, currency)), {
    id: 'amount',
    header: 'Amount',
    sortDescFirst: true,
    meta: {
      text: ({ amount, currency }) => amountText(amount, currency),
      width: 'w-[13%]',
      isNumber: true,
      className:
        'text-end whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1 max-sm:text-14 max-sm:text-ink',
    },
  }),
  accessor(({ state }) => states.indexOf(state), {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <ReceiptBadge receipt={row.original} />,
    meta: {
      text: stateText,
      width: 'w-[17%] print:w-[24%]',
      className: 'max-sm:col-start-2 max-sm:row-start-2 max-sm:text-end',
    },
  }),
  actionsColumn<Receipt>(
    'w-30 lg:w-36',
    'text-end max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 max-sm:self-center sm:pe-6',
  ),
])

export const receiptCsv = receiptCsvOf(siteZone)
