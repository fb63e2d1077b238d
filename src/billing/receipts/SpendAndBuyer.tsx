import { useQuery } from '@tanstack/react-query'
import { now } from '../../lib/server-clock'
import { useFetchedProfile } from '../../profile/queries'
import BuyerCard from '../buyer/BuyerCard'
import { siteZone } from '../days'
import { ownPriceOf } from '../pricing/price'
import { receiptsQuery } from '../queries'
import { currentPlanOf } from '../subscribed-plan'
import { SpendCard, SpendSkeleton } from './SpendCard'
import { spendOf } from './spend'

/** The spend of a year and, beside it, the buyer, who takes the row while nothing has been paid. */
export default function SpendAndBuyer() {
  const { data: receipts, isLoading } = useQuery(receiptsQuery)
  const plan = currentPlanOf(useFetchedProfile())
  const currency = plan ? ownPriceOf(plan).currency : receipts?.data[0]?.currency
  const today = siteZone().dayOf(new Date(now()))
  const spend = receipts && currency ? spendOf(receipts.data, currency, today) : null
  // A plan has payments, as far as anybody knows before the receipts are there.
  const isExpected = isLoading && plan !== null
  return (
    <div className={`grid gap-4 *:min-w-0 sm:gap-5 ${spend || isExpected ? 'lg:grid-cols-2' : ''}`}>
      {spend && currency ? <SpendCard {...{ spend, currency }} /> : isExpected && <SpendSkeleton />}
      <BuyerCard />
    </div>
  )
}
