import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SubscribedPlan } from '../../../contract/billing'
import { useFetchedProfile } from '../../profile/queries'
import { buyerQuery, receiptsQuery } from '../queries'

/** Says that tax invoices name no company yet, once there was a payment (D143). */
export function BuyerLine({ plan }: { plan: SubscribedPlan }) {
  const { data: buyer } = useQuery({ ...buyerQuery, enabled: false })
  const organisation = useFetchedProfile()?.organization.name
  const isNeeded = plan.payment_state === 'paid' && buyer?.tax === 'gst' && !buyer.billed_to
  const { data: receipts, isFetched } = useQuery({ ...receiptsQuery, enabled: isNeeded })
  if (!isNeeded || !organisation) return null
  const isFirst = receipts && !receipts.data.some(({ invoice_number }) => invoice_number)
  return (
    // Keeps its space until it is known whether there are tax invoices.
    <p className={isFetched ? undefined : 'invisible'}>
      <span>
        {isFirst
          ? `Your first tax invoice will show only ‘${organisation}’.`
          : `Your tax invoices show only ‘${organisation}’.`}
      </span>{' '}
      <Link
        to="/dashboard/subscription"
        hash="billed-to"
        hashScrollIntoView={false}
        resetScroll={false}
        className="rounded-6 font-semibold whitespace-nowrap text-accent underline-offset-3 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        Add your company
      </Link>
    </p>
  )
}
