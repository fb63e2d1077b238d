import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft, ExternalLink, FileDown, Printer, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Receipt } from '../../../contract/receipts'
import { useFollowedMutation } from '../../lib/use-followed-mutation'
import { useRetryableQuery } from '../../lib/use-retryable-query'
import { Button } from '../../ui/Button'
import { ButtonAnchor, ButtonLink } from '../../ui/ButtonLink'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { LoadingText } from '../../ui/LoadingText'
import { QueryView } from '../../ui/QueryView'
import { Skeleton } from '../../ui/Skeleton'
import { showToast } from '../../ui/toasts/toast'
import { buyerQuery, receiptsQuery } from '../queries'
import { billReceipt, downloadPaper } from './mutations'
import { ReceiptSheet } from './ReceiptSheet'
import { TaxDocumentSheet } from './TaxDocumentSheet'

interface ReceiptPageProps {
  receiptId: string
  /** Number of the document to show. Defaults to the valid invoice, else the receipt. */
  number?: string | undefined
}

/** The page of a receipt, or of a numbered document about it, made for printing. */
export function ReceiptPage({ receiptId, number }: ReceiptPageProps) {
  return (
    <QueryView
      query={useRetryableQuery(receiptsQuery)}
      loading={
        <div className="mx-auto max-w-3xl space-y-4">
          <LoadingText unseen>Loading the receipt…</LoadingText>
          <Skeleton className="h-(--control) w-36 rounded-control" />
          <Card className="h-110 p-4 sm:p-10">
            <Skeleton className="h-6 w-56" />
            <Skeleton className="mt-4 h-5 w-20" />
            {['buyer', 'day', 'plan', 'period', 'method'].map((key) => (
              <Skeleton key={key} className="mt-9 h-3.5" />
            ))}
          </Card>
        </div>
      }
      failure="The receipt could not be loaded"
    >
      {({ data, seller }) => {
        const receipt = data.find(({ receipt_id }) => receipt_id === receiptId)
        const wanted = number ?? receipt?.invoice_number
        const taxDocument = receipt?.tax_documents.find((one) => one.number === wanted)
        if (receipt && taxDocument) {
          return (
            <Sheet receipt={receipt} number={taxDocument.number} width="max-w-[210mm]">
              <TaxDocumentSheet
                key={taxDocument.number}
                receipt={receipt}
                taxDocument={taxDocument}
              />
            </Sheet>
          )
        }
        const isPaid = receipt && receipt.state !== 'unpaid' && number === undefined
        return isPaid && seller != null ? (
          <Sheet receipt={receipt} width="max-w-3xl">
            <ReceiptSheet receipt={receipt} seller={seller} />
            {!receipt.billed_to && !receipt.invoice_number && (
              <BillTo receiptId={receipt.receipt_id} />
            )}
          </Sheet>
        ) : (
          <NoReceipt url={isPaid ? receipt.url : null} />
        )
      }}
    </QueryView>
  )
}

function NoReceipt({ url }: { url: string | null }) {
  return (
    <Card isFlush>
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

interface SheetProps {
  receipt: Receipt
  /** The number of the shown document; absent: it is the receipt. */
  number?: string
  /** The class of its maximum width. */
  width: string
  children: ReactNode
}

function Sheet({ receipt: { receipt_id, url }, number, width, children }: SheetProps) {
  const { mutate, isPending } = useMutation(downloadPaper)
  return (
    <div className={`mx-auto space-y-4 ${width}`}>
      <div className="flex flex-wrap gap-2.5 max-sm:*:grow print:hidden">
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
        <Button
          look="secondary"
          className="sm:ms-auto"
          busy={isPending}
          onClick={() => mutate({ receipt_id, ...(number && { number }) })}
        >
          <FileDown className="size-4" />
          <span>Download PDF</span>
        </Button>
        <Button onClick={() => window.print()}>
          <Printer className="size-4" />
          <span>Print</span>
        </Button>
      </div>
      {children}
    </div>
  )
}

/**
 * Offers to put the organisation's buyer on a receipt. It is below the receipt, because it loads late and must not
 * move it.
 */
function BillTo({ receiptId }: { receiptId: string }) {
  const { data } = useQuery(buyerQuery)
  const name = data?.billed_to?.legal_name
  const { mutate, isPending } = useFollowedMutation(billReceipt, {
    onSuccess: () => showToast('success', `The receipt is billed to ${name}.`),
  })
  if (!name) return null
  return (
    <p className="flex justify-center print:hidden">
      <Button
        look="accent"
        className="wrap-anywhere"
        busy={isPending}
        onClick={() => mutate({ receipt_id: receiptId })}
      >
        {`Bill it to ${name}`}
      </Button>
    </p>
  )
}
