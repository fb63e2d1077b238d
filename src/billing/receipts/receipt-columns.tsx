import { createColumnHelper } from '@tanstack/react-table'
import { plainAmount } from '../../../contract/money'
import {
  documentOf,
  lineAmount,
  type ReceiptLine,
  receiptCsv as receiptCsvOf,
} from '../../../contract/receipts-csv'
import { moneyText } from '../../lib/format'
import { actionsColumn, type Features } from '../../ui/table/columns'
import type { RowLayout } from '../../ui/table/SortableTable'
import { formatTableDay, siteZone } from '../days'
import { ReceiptBadge } from './ReceiptBadge'
import { periodText, rowText } from './receipt-text'

/** Two lines on phones: date and amount, then period and state. The link is beside both. */
export const receiptLayout: RowLayout = {
  row: 'max-sm:grid-cols-[1fr_auto_2.75rem] max-sm:gap-x-3 max-sm:py-2',
  cell: 'sm:h-11',
}

const states = ['unpaid', 'paid', 'refunded'] as const
const { accessor, columns } = createColumnHelper<Features, ReceiptLine>()

/** @returns when a line's payment was taken, or its document was issued. */
export const timeOf = ({ taken_at, further }: ReceiptLine): string => further?.issued_at ?? taken_at

const Day = ({ line }: { line: ReceiptLine }) => (
  <time dateTime={timeOf(line)} className="font-semibold text-ink">
    {formatTableDay(timeOf(line))}
  </time>
)

const date = accessor((line) => Date.parse(timeOf(line)), {
  id: 'date',
  header: 'Date',
  sortDescFirst: true,
  cell: ({ row }) => <Day line={row.original} />,
  meta: {
    text: (line) => formatTableDay(timeOf(line)),
    width: 'w-[18%] print:w-[19%] lg:w-[17%]',
    className: 'max-sm:text-14',
  },
})
const plan = accessor('plan_name', {
  id: 'plan',
  header: 'Plan',
  meta: { width: 'w-[14%] md:w-[12%] lg:w-[15%]', className: 'max-sm:hidden' },
})
const period = accessor((receipt) => periodText(receipt), {
  id: 'period',
  header: 'Period',
  enableSorting: false,
  cell: ({ row: { original }, getValue }) => (
    <>
      <span className="sm:hidden">
        <PlanAndPeriod receipt={original} />
      </span>
      <span className="max-sm:hidden">{getValue()}</span>
    </>
  ),
  meta: { className: 'max-sm:col-start-1 max-sm:row-start-2 max-sm:text-12h' },
})
const unitsOf = (line: ReceiptLine) =>
  Math.sign(lineAmount(line)) * Number(plainAmount(Math.abs(lineAmount(line)), line.currency))

const amount = accessor(unitsOf, {
  id: 'amount',
  header: 'Amount',
  sortDescFirst: true,
  meta: {
    text: (line) => moneyText(lineAmount(line), line.currency),
    width: 'w-[13%]',
    isNumber: true,
    className: 'text-end whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1 max-sm:text-14',
  },
})
const status = accessor(({ state, further }) => (further ? states.length : states.indexOf(state)), {
  id: 'status',
  header: 'Status',
  cell: ({ row }) => <ReceiptBadge receipt={row.original} />,
  meta: {
    text: rowText,
    width: 'w-[17%] print:w-[24%]',
    className: 'max-sm:col-start-2 max-sm:row-start-2 max-sm:text-end',
  },
})
const link = (width: string) =>
  actionsColumn<ReceiptLine>(
    width,
    'text-end max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 max-sm:self-center sm:pe-6',
  )

export const receiptColumns = columns([
  date,
  plan,
  period,
  amount,
  status,
  link('w-15 md:w-30 lg:w-36'),
])

/**
 * The columns where there are tax invoices. In wide tables the number has its own column, in others it is below the
 * date. In the narrowest, the plan is beside its period.
 */
export const invoiceColumns = columns([
  {
    ...date,
    cell: ({ row: { original } }) => (
      <>
        <Day line={original} />
        <span className="max-sm:hidden min-[87.5rem]:hidden">
          <InvoiceNumber receipt={original} />
        </span>
      </>
    ),
    meta: { ...date.meta, width: 'w-38 lg:w-41 min-[87.5rem]:w-[14%]' },
  },
  accessor((line) => documentOf(line)?.number, {
    id: 'invoice',
    header: 'Invoice',
    sortDescFirst: true,
    cell: ({ getValue }) => (
      <span translate="no" className="normal-nums">
        {getValue()}
      </span>
    ),
    meta: {
      text: (line) => documentOf(line)?.number ?? '',
      width: 'max-[87.5rem]:hidden min-[87.5rem]:w-[16%]',
      className: 'max-[87.5rem]:hidden',
    },
  }),
  {
    ...plan,
    meta: {
      ...plan.meta,
      width: 'max-md:hidden w-[12%] lg:w-[13%] min-[87.5rem]:w-[11%]',
      className: 'max-md:hidden',
    },
  },
  {
    ...period,
    cell: ({ row: { original }, getValue }) => (
      <>
        <span className="sm:hidden">
          <InvoiceNumber receipt={original} />
          <PlanAndPeriod receipt={original} />
        </span>
        <span className="max-sm:hidden">
          <span className="md:hidden">{`${original.plan_name}, `}</span>
          {getValue()}
        </span>
      </>
    ),
  },
  { ...amount, meta: { ...amount.meta, width: 'w-28 lg:w-[13%]' } },
  {
    ...status,
    meta: { ...status.meta, width: 'w-35 print:w-[24%] lg:w-[17%] min-[87.5rem]:w-[13%]' },
  },
  link('w-15 md:w-36 lg:w-40'),
])

/** The document's number, as a line of a cell. It isn't tabular: its hyphen would float. */
function InvoiceNumber({ receipt }: { receipt: ReceiptLine }) {
  const number = documentOf(receipt)?.number
  return (
    number && (
      <span translate="no" className="block text-12h whitespace-nowrap normal-nums">
        {number}
      </span>
    )
  )
}

const PlanAndPeriod = ({ receipt }: { receipt: ReceiptLine }) => (
  <>
    <span>{`${receipt.plan_name}, `}</span>
    {/* Wraps to the next line as a whole. */}
    <span className="inline-block">{periodText(receipt, { withYear: false })}</span>
  </>
)

export const receiptCsv = receiptCsvOf(siteZone)
