import type { SubscribedPlan } from '../../../contract/billing'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { taxText, useBuyer } from '../buyer-in-use'
import { namedMethod } from '../subscribed-plan'
import { methodChangeTexts } from './method-change-texts'

interface MethodQuestionProps {
  plan: SubscribedPlan
  onRefuse: () => void
  onConfirm: () => void
}

/** Says before checkout what is charged to another card, and when (D110). */
export default function MethodQuestion({ plan, onRefuse, onConfirm }: MethodQuestionProps) {
  const tax = taxText(useBuyer().data)
  return (
    <ConfirmDialog
      title="Change the payment method?"
      refusal={`Keep ${namedMethod(plan) ?? 'the payment method'}`}
      confirmation="Go to checkout"
      onRefuse={onRefuse}
      onConfirm={onConfirm}
    >
      {methodChangeTexts(plan, tax).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </ConfirmDialog>
  )
}
