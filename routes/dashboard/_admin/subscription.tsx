import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Activity, lazy, Suspense } from 'react'
import SubscriptionActivity from '../../../src/billing/activity/SubscriptionActivity'
import { CurrentPlan } from '../../../src/billing/plan/CurrentPlan'
import { useIsPlanPending } from '../../../src/billing/plan/use-is-plan-pending'
import {
  activityQuery,
  buyerQuery,
  pricingQuery,
  receiptsQuery,
} from '../../../src/billing/queries'
import { settings } from '../../../src/settings'
import { tableSort } from '../../../src/ui/table/table-sort'

// Loads late, because the app needs neither with other servers (D43).
const SpendAndBuyer = lazy(() => import('../../../src/billing/receipts/SpendAndBuyer'))
const ReceiptTable = lazy(() => import('../../../src/billing/receipts/ReceiptTable'))

export const Route = createFileRoute('/dashboard/_admin/subscription')({
  validateSearch: tableSort,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(activityQuery)
    // The plans tell whether a more expensive one exists.
    void context.queryClient.prefetchQuery(pricingQuery)
    if (settings.isOurServer) {
      void context.queryClient.prefetchQuery(buyerQuery)
      void context.queryClient.prefetchQuery(receiptsQuery)
    }
  },
  staticData: { title: 'Your Subscribed Plan' },
  component: Subscription,
})

function Subscription() {
  const isPlanPending = useIsPlanPending()
  const { isPending: isHistoryPending } = useQuery(activityQuery)
  const activity = <SubscriptionActivity />
  return (
    <div className="space-y-4 sm:space-y-5">
      <CurrentPlan />
      {/* Hidden until the plan shows, because its place depends on the plan's height. */}
      <Activity mode={isPlanPending ? 'hidden' : 'visible'}>
        {settings.isOurServer ? (
          // Nothing shows below the buyer before their card's code is there.
          <Suspense>
            <SpendAndBuyer />
            {activity}
            <Activity mode={isHistoryPending ? 'hidden' : 'visible'}>
              <Suspense>
                <ReceiptTable />
              </Suspense>
            </Activity>
          </Suspense>
        ) : (
          activity
        )}
      </Activity>
    </div>
  )
}
