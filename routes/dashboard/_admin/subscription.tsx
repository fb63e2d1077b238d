import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { SubscriptionActivity } from '../../../src/billing/activity/SubscriptionActivity'
import { CurrentPlan } from '../../../src/billing/plan/CurrentPlan'
import { activityQuery, pricingQuery } from '../../../src/billing/queries'
import { settings } from '../../../src/settings'
import { tableSort } from '../../../src/ui/table/table-sort'

// Other servers don't need its code (D43).
const ReceiptTable = lazy(async () => {
  const module = await import('../../../src/billing/receipts/ReceiptTable')
  return { default: module.ReceiptTable }
})

export const Route = createFileRoute('/dashboard/_admin/subscription')({
  validateSearch: tableSort,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(activityQuery)
    // To find a dearer plan.
    void context.queryClient.prefetchQuery(pricingQuery)
  },
  staticData: { title: 'Your Subscribed Plan' },
  component: Subscription,
})

function Subscription() {
  return (
    // The plan's height, and so the table's place, is unknown until it has loaded.
    <div className="space-y-6 [&:has(.plan_[data-unsettled])>.below]:invisible">
      <div className="plan">
        <CurrentPlan />
      </div>
      {/* So is the history's, and with it the receipts' place. */}
      <div className="below space-y-6 [&:has(.activity_[data-unsettled])>.receipts]:invisible">
        <div className="activity">
          <Activity />
        </div>
        {settings.isOurServer && (
          <div className="receipts">
            <Suspense>
              <ReceiptTable />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}

/** Sorting rerenders only this part. */
function Activity() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SubscriptionActivity
      sort={search}
      onSortChange={(sort) => void navigate({ search: sort, replace: true, resetScroll: false })}
    />
  )
}
