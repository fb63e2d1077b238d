import { useQuery } from '@tanstack/react-query'
import { useFollowedMutation } from '../../lib/use-followed-mutation'
import { Button } from '../../ui/Button'
import { showToast } from '../../ui/toasts/toast'
import { billReceipt } from '../mutations'
import { buyerQuery } from '../queries'

/** Offers to put the organisation's buyer on a receipt. Below it: it comes late, and nothing is to move. */
export function BillTo({ receiptId }: { receiptId: string }) {
  const { data } = useQuery(buyerQuery)
  const name = data?.billed_to?.legal_name
  const { mutate, isPending } = useFollowedMutation(billReceipt, {
    onSuccess: () => showToast('success', `The receipt is billed to ${name}.`),
  })
  if (!name) return null
  return (
    <p className="flex justify-center print:hidden">
      <Button
        look="quiet"
        className="wrap-anywhere"
        busy={isPending}
        onClick={() => mutate({ receipt_id: receiptId })}
      >
        {`Bill it to ${name}`}
      </Button>
    </p>
  )
}
