import { mutationOptions, useIsMutating, useMutation } from '@tanstack/react-query'
import type { SubscribedPlan } from '../../../contract/billing'
import { call } from '../../api/call'
import { followingServerText, ifFailed } from '../../api/errors'
import { profileQuery } from '../../profile/queries'
import { showToast } from '../../ui/toasts/toast'
import { knownTaxText } from '../buyer-in-use'
import { formatDay, formatMoment } from '../days'
import { isAboutOtherPlan, refetchSubscription, requestFor, withPlan } from '../mutations'
import { ownPriceText } from '../pricing/price'

type Change = { plan: SubscribedPlan; to: 'stopped' | 'kept' }

/** @returns the plan after the change, as far as the answer says (D59). */
function changed({ plan, to }: Change): SubscribedPlan {
  const { renews_at, ends_at, can_be_kept_until, undo_until, ...rest } = plan
  const end = renews_at ?? ends_at
  if (!end) return plan
  const until = can_be_kept_until ?? undo_until
  if (to === 'kept') return { ...rest, renews_at: end, ...(until && { undo_until: until }) }
  return { ...rest, ends_at: end, ...(until && { can_be_kept_until: until }) }
}

/** @returns the consequences of the change, and its charges (D109). */
function outcomeOf(plan: SubscribedPlan, tax: string): [text: string, detail: string] {
  const { name, ends_at, renews_at, can_be_kept_until } = plan
  const day = formatDay(ends_at ?? renews_at ?? '', true)
  if (renews_at) {
    return [
      `Your ${name} plan renews on ${day}.`,
      `You’ll be charged ${ownPriceText(plan, tax)} then.`,
    ]
  }
  const until =
    can_be_kept_until && ` You can change your mind until ${formatMoment(can_be_kept_until)}.`
  return [`Your ${name} plan ends on ${day}.`, `Nothing more will be charged.${until ?? ''}`]
}

const renewalMutation = mutationOptions({
  mutationKey: ['renewal'],
  mutationFn: async ({ plan, to }: Change) => {
    await call(to === 'stopped' ? 'stopRenewing' : 'keepRenewing', requestFor(plan))
  },
  onSuccess(_answer, change, _result, { client }) {
    const plan = changed(change)
    const shown = client.getQueryData(profileQuery.queryKey)?.organization.subscription_plan
    // The plan may have been cancelled or replaced before this answer came.
    if (shown && shown.subscription_id === plan.subscription_id) {
      client.setQueryData(profileQuery.queryKey, (profile) => profile && withPlan(profile, plan))
      showToast('success', ...outcomeOf(plan, knownTaxText(client)))
    }
    refetchSubscription(client)
  },
  onError(error, { to }, _result, { client }) {
    console.error('Changing the renewal failed', error)
    const state = to === 'stopped' ? 'was not stopped' : 'is still stopped'
    const failureText = ifFailed(`The renewal ${state}.`, 'the renewal may have changed.')
    const text = isAboutOtherPlan(error) ? 'Nothing was changed.' : failureText(error)
    showToast('error', text, followingServerText(error))
    refetchSubscription(client)
  },
})

/** Stops or resumes the plan's renewal, and shows the result on any page. */
export function useRenewal() {
  const renewal = useMutation(renewalMutation)
  const isBusy = useIsMutating({ mutationKey: renewalMutation.mutationKey }) > 0
  return {
    stop: (plan: SubscribedPlan) => renewal.mutate({ plan, to: 'stopped' }),
    keep: (plan: SubscribedPlan) => renewal.mutate({ plan, to: 'kept' }),
    isBusy,
  }
}
