import { useState } from 'react'
import type { SubscribedPlan } from '../../../contract/billing'
import { followingServerText } from '../../api/errors'
import { useFreshProfile } from '../../profile/queries'
import { Button } from '../../ui/Button'
import type { ButtonStyle } from '../../ui/button-classes'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { showToast } from '../../ui/toasts/toast'
import { taxText, useBuyer } from '../buyer-in-use'
import { canChangeMethod, currentPlanOf, isSameSubscription, namedMethod } from '../subscribed-plan'
import { methodChangeTexts } from './method-change-texts'
import { checkoutFailureText, usePayment } from './use-payment'

interface ChangeMethodProps extends ButtonStyle {
  /** Whether another action is under way. */
  disabled?: boolean
}

/** Changes the payment method in checkout, and says first what is charged to the new one, and when (D110). */
export function ChangeMethod({ look, size, disabled }: ChangeMethodProps) {
  /** The plan that the question is about: a later profile may bring another one. */
  const [pendingConfirmation, setPendingConfirmation] = useState<SubscribedPlan | null>(null)
  const { changeMethod, isChanging, isBusy } = usePayment()
  const { read, waiting } = useFreshProfile()
  const tax = taxText(useBuyer().data)

  /** Opens checkout. First asks, unless the user has `confirmed` what is charged to the plan's new card. */
  function choose(confirmed: SubscribedPlan | null) {
    setPendingConfirmation(null)
    void read('change', {
      onRead(profile) {
        const present = currentPlanOf(profile)
        if (!present || !canChangeMethod(present)) {
          const detail = 'Your plan has changed. Look at it before you choose again.'
          showToast('info', 'The payment method was not changed.', detail)
        } else if (isSame(present, confirmed)) changeMethod(present)
        else setPendingConfirmation(present)
      },
      onFailure: (error) => showToast('error', checkoutFailureText, followingServerText(error)),
    })
  }
  return (
    <>
      <Button
        look={look}
        size={size}
        busy={isChanging || waiting !== null}
        disabled={disabled || (isBusy && !isChanging)}
        onClick={() => choose(null)}
      >
        Change payment method
      </Button>
      {pendingConfirmation && (
        <ConfirmDialog
          title="Change the payment method?"
          refusal={`Keep ${namedMethod(pendingConfirmation) ?? 'the payment method'}`}
          confirmation="Go to checkout"
          onRefuse={() => setPendingConfirmation(null)}
          onConfirm={() => choose(pendingConfirmation)}
        >
          {methodChangeTexts(pendingConfirmation, tax).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  )
}

/** Whether a confirmed plan is still the same, and its new card is charged as it was said. */
function isSame(present: SubscribedPlan, confirmed: SubscribedPlan | null): boolean {
  return (
    isSameSubscription(present, confirmed) &&
    present.payment_state === confirmed?.payment_state &&
    present.renews_at === confirmed?.renews_at
  )
}
