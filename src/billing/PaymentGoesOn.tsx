import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../profile/queries'
import { settings } from '../settings'
import { taxText, useBuyer } from './buyer-in-use'
import { formatDay } from './days'
import { ownPriceText } from './pricing/price'
import { currentPlanOf, namedMethod } from './subscribed-plan'

interface PaymentGoesOnProps {
  /** The member who is leaving. Defaults to the user. */
  member?: { member_id: string; name: string }
}

/** Warns that the payment method of somebody who leaves is still charged (D110). Shows nothing if it isn't. */
export function PaymentGoesOn({ member }: PaymentGoesOnProps) {
  // Read again as the dialog opens: the page may be out of date.
  const { data: profile } = useQuery({ ...profileQuery, refetchOnMount: 'always' })
  const plan = currentPlanOf(profile)
  const tax = taxText(useBuyer().data)
  const isTheirs = member ? plan?.payer_id === member.member_id : plan?.is_payer
  if (!plan || !isTheirs || !settings.isOurServer) return null
  const method = namedMethod(plan)
  const next = plan.renews_at
    ? `: ${ownPriceText(plan, tax)} on ${formatDay(plan.renews_at, true)}`
    : ''
  return (
    <p>
      <strong className="font-semibold text-ink">
        {member
          ? `${method ?? 'The payment method'}, which ${member.name} added for the ${plan.name} plan, will still be charged${next}.`
          : `${method ?? 'Your payment method'} will still be charged for the ${plan.name} plan${next}.`}
      </strong>{' '}
      {member
        ? 'To prevent that, change the payment method or stop the renewal first.'
        : 'To prevent that, ask an admin to change the payment method or stop the renewal first.'}
    </p>
  )
}
