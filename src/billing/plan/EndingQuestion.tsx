import type { SubscribedPlan } from '../../../contract/billing'
import { settings } from '../../settings'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog'
import { taxText, useBuyer } from '../buyer-in-use'
import { formatDay } from '../days'
import { overdueText, unrefundedText } from '../pricing/ending-a-plan'
import { PlanLosses } from '../pricing/PlanLosses'
import { canBeUndone, isStoppable } from '../subscribed-plan'

/** The pending confirmation of an end. It keeps the plan it was opened for, even if the profile changes (D146). */
export interface Question {
  about: 'cancel' | 'stop'
  plan: SubscribedPlan
}

interface EndingQuestionProps extends Question {
  onRefuse: () => void
  onCancel: () => void
  onStop: () => void
}

/** Says before the change what is charged and what is lost (D109). */
export default function EndingQuestion({
  about,
  plan,
  onRefuse,
  onCancel,
  onStop,
}: EndingQuestionProps) {
  const stopsAt = settings.isOurServer && isStoppable(plan) ? plan.renews_at : undefined
  const overdue = overdueText(plan, taxText(useBuyer().data))
  return (
    <>
      {about === 'cancel' && (
        <ConfirmDialog
          title={`Cancel ${plan.name}?`}
          refusal="Keep plan"
          confirmation="Cancel plan"
          look="danger-line"
          {...(stopsAt && { instead: { label: 'Stop renewing', onChoose: onStop } })}
          onRefuse={onRefuse}
          onConfirm={onCancel}
        >
          <p>
            Your {plan.name} plan will end now, not at the end of the period. {unrefundedText(plan)}{' '}
            Nothing more will be charged.
          </p>
          {overdue && <p>{overdue}</p>}
          {stopsAt && (
            <p>
              If you stop renewing instead, you keep it until {formatDay(stopsAt, true)}, and
              nothing more will be charged.{!canBeUndone(plan) && ' You can’t undo that.'}
            </p>
          )}
          <PlanLosses limits={plan.limits_without_plan ?? {}} when="Without a plan" />
        </ConfirmDialog>
      )}
      {about === 'stop' && stopsAt && (
        <ConfirmDialog
          title={`Stop renewing ${plan.name}?`}
          refusal="Keep renewing"
          confirmation="Stop renewing"
          look="danger-line"
          onRefuse={onRefuse}
          onConfirm={onStop}
        >
          <p>
            This close to the renewal, it can’t be undone. Your {plan.name} plan will end on{' '}
            {formatDay(stopsAt, true)}, and nothing more will be charged. You can choose it again
            from that day on.
          </p>
          <PlanLosses limits={plan.limits_without_plan ?? {}} when="Without a plan" />
        </ConfirmDialog>
      )}
    </>
  )
}
