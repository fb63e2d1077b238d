import { CreditCard } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { SubscribedPlan } from '../../../contract/billing'
import { followingServerText } from '../../api/errors'
import { useFreshProfile } from '../../profile/queries'
import { Button } from '../../ui/Button'
import type { ButtonStyle } from '../../ui/button-classes'
import { Spinner } from '../../ui/Spinner'
import { showToast } from '../../ui/toasts/toast'
import { canChangeMethod, currentPlanOf, isSameSubscription } from '../subscribed-plan'
import { checkoutFailureText, usePayment } from './use-payment'

// Loads late, because few visits change how a plan is paid.
const MethodQuestion = lazy(() => import('./MethodQuestion'))

interface ChangeMethodProps extends Pick<ButtonStyle, 'size'> {
  /** How it looks; `link`: the word 'Change' in a text. */
  look: 'primary' | 'secondary' | 'link'
  /** Whether another action is under way. */
  disabled?: boolean
}

/** Changes the payment method in checkout, and says first what is charged to the new one, and when (D110). */
export function ChangeMethod({ look, size, disabled }: ChangeMethodProps) {
  /** The plan that the question is about: a later profile may bring another one. */
  const [pendingConfirmation, setPendingConfirmation] = useState<SubscribedPlan | null>(null)
  const { changeMethod, isChanging, isBusy } = usePayment()
  const { read, waiting } = useFreshProfile()

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
  const isWorking = isChanging || waiting !== null
  const isDisabled = disabled || (isBusy && !isChanging)
  return (
    <>
      {look === 'link' ? (
        <button
          type="button"
          aria-label="Change payment method"
          aria-disabled={isWorking || undefined}
          aria-busy={isWorking || undefined}
          disabled={isDisabled}
          onClick={() => {
            if (!isWorking) choose(null)
          }}
          className="-my-0.75 inline-flex min-h-6 items-center gap-1.5 rounded-6 font-semibold text-accent underline-offset-3 hover:underline disabled:opacity-55 pointer-coarse:-my-3.25 pointer-coarse:min-h-11 pointer-coarse:min-w-11 print:hidden"
        >
          <span>Change</span>
          {isWorking && <Spinner />}
        </button>
      ) : (
        <Button
          look={look}
          size={size}
          busy={isWorking}
          disabled={isDisabled}
          onClick={() => choose(null)}
        >
          {look === 'primary' && !isWorking && <CreditCard className="size-4" />}
          <span>Change payment method</span>
        </Button>
      )}
      {pendingConfirmation && (
        <Suspense>
          <MethodQuestion
            plan={pendingConfirmation}
            onRefuse={() => setPendingConfirmation(null)}
            onConfirm={() => choose(pendingConfirmation)}
          />
        </Suspense>
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
