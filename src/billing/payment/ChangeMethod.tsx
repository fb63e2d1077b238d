import { useState } from 'react'
import type { SubscribedPlan } from '../../../contract/billing'
import { Button } from '../../ui/Button'
import type { ButtonLook } from '../../ui/button-classes'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { methodChangeTexts } from './method-change-texts'
import { usePayment } from './use-payment'

interface ChangeMethodProps {
  plan: SubscribedPlan
  look: ButtonLook
  /** Whether another action is under way. */
  disabled?: boolean
  className?: string
}

/** Changes the payment method in checkout, and says first what is charged to the new one, and when (D110). */
export function ChangeMethod({ plan, look, disabled, className }: ChangeMethodProps) {
  /** The plan that the question is about: a later profile may bring another one. */
  const [pendingConfirmation, setPendingConfirmation] = useState<SubscribedPlan | null>(null)
  const { changeMethod, isChanging, isBusy } = usePayment()
  return (
    <>
      <Button
        look={look}
        busy={isChanging}
        disabled={disabled || (isBusy && !isChanging)}
        className={className}
        onClick={() => setPendingConfirmation(plan)}
      >
        Change payment method
      </Button>
      {pendingConfirmation && (
        <ConfirmDialog
          title="Change the payment method?"
          refusal="Keep it"
          confirmation="Go to checkout"
          onRefuse={() => setPendingConfirmation(null)}
          onConfirm={() => {
            setPendingConfirmation(null)
            changeMethod(pendingConfirmation)
          }}
        >
          {methodChangeTexts(pendingConfirmation).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  )
}
