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

const unitsOf = (line: ReceiptLine) =>
  Math.sign(lineAmount(line)) * Number(plainAmount(Math.abs(lineAmount(line)), line.currency))

const invoiceNumber = accessor((line) => documentOf(line)?.number, {
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
})

/**
 * Creates the columns. Where there are tax invoices, the number has its own column in wide tables, and is below the date
 * in others. In the narrowest, the plan is beside its period.
 */
const createColumns = (hasInvoices: boolean) =>
  columns([
    accessor((line) => Date.parse(timeOf(line)), {
      id: 'date',
      header: 'Date',
      sortDescFirst: true,
      cell: ({ row: { original } }) => (
        <>
          <time dateTime={timeOf(original)} className="font-semibold text-ink">
            {formatTableDay(timeOf(original))}
          </time>
          <span className="max-sm:hidden min-[87.5rem]:hidden">
            <InvoiceNumber receipt={original} />
          </span>
        </>
      ),
      meta: {
        text: (line) => formatTableDay(timeOf(line)),
        width: hasInvoices
          ? 'w-38 lg:w-41 min-[87.5rem]:w-[14%]'
          : 'w-32 print:w-[19%] md:w-[18%] lg:w-[17%]',
        className: 'max-sm:text-14',
      },
    }),
    ...(hasInvoices ? [invoiceNumber] : []),
    accessor('plan_name', {
      id: 'plan',
      header: 'Plan',
      meta: hasInvoices
        ? {
            width: 'max-md:hidden w-[12%] lg:w-[13%] min-[87.5rem]:w-[11%]',
            className: 'max-md:hidden',
          }
        : { width: 'w-[14%] md:w-[12%] lg:w-[15%]', className: 'max-sm:hidden' },
    }),
    accessor((receipt) => periodText(receipt), {
      id: 'period',
      header: 'Period',
      enableSorting: false,
      cell: ({ row: { original }, getValue }) => (
        <>
          <span className="sm:hidden">
            <InvoiceNumber receipt={original} />
            <span>{`${original.plan_name}, `}</span>
            {/* Wraps to the next line as a whole. */}
            <span className="inline-block">{periodText(original, { withYear: false })}</span>
          </span>
          <span className="max-sm:hidden">
            {hasInvoices && <span className="md:hidden">{`${original.plan_name}, `}</span>}
            {getValue()}
          </span>
        </>
      ),
      meta: { className: 'max-sm:col-start-1 max-sm:row-start-2 max-sm:text-12h' },
    }),
    accessor(unitsOf, {
      id: 'amount',
      header: 'Amount',
      sortDescFirst: true,
      meta: {
        text: (line) => moneyText(lineAmount(line), line.currency),
        width: hasInvoices ? 'w-27 lg:w-[13%]' : 'w-[13%]',
        isNumber: true,
        className:
          'text-end whitespace-nowrap max-sm:col-start-2 max-sm:row-start-1 max-sm:text-14',
      },
    }),
    accessor(({ state, further }) => (further ? states.length : states.indexOf(state)), {
      id: 'status',
      header: 'Status',
      cell: ({ row }) => <ReceiptBadge receipt={row.original} />,
      meta: {
        text: rowText,
        width: hasInvoices
          ? 'w-35 print:w-[24%] lg:w-[17%] min-[87.5rem]:w-[13%]'
          : 'w-[17%] print:w-[24%]',
        className: 'max-sm:col-start-2 max-sm:row-start-2 max-sm:text-end',
      },
    }),
    actionsColumn<ReceiptLine>(
      hasInvoices ? 'w-15 md:w-34.5 lg:w-40' : 'w-15 md:w-30 lg:w-36',
      'text-end max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 max-sm:self-center sm:pe-6',
    ),
  ])

export const receiptColumns = createColumns(false)
export const invoiceColumns = createColumns(true)

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

export const receiptCsv = receiptCsvOf(siteZone)
