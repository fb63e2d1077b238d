import { createFileRoute } from '@tanstack/react-router'
import { PlanList } from '../../../src/billing/pricing/PlanList'
import { buyerQuery, intervalSearch, pricingQuery } from '../../../src/billing/queries'
import { settings } from '../../../src/settings'

export const Route = createFileRoute('/dashboard/_admin/pricing')({
  validateSearch: intervalSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(pricingQuery)
    if (settings.isOurServer) void context.queryClient.prefetchQuery(buyerQuery)
  },
  staticData: { title: 'Pricing' },
  component: Pricing,
})

function Pricing() {
  const { interval = 'monthly' } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <PlanList
      interval={interval}
      onIntervalChange={(chosen) =>
        void navigate({ search: { interval: chosen }, replace: true, resetScroll: false })
      }
    />
  )
}
