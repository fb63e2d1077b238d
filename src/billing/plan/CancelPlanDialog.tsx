import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'

interface CancelPlanDialogProps {
  planName: string
  onKeep: () => void
  onCancel: () => void
}

/** Asks before the plan is cancelled (D19). */
export function CancelPlanDialog({ planName, onKeep, onCancel }: CancelPlanDialogProps) {
  return (
    <Dialog
      title={`Cancel ${planName}?`}
      onClose={onKeep}
      actions={
        <>
          <Button look="secondary" onClick={onKeep}>
            Keep plan
          </Button>
          <Button look="danger" onClick={onCancel}>
            Cancel plan
          </Button>
        </>
      }
    >
      <p>
        Your {planName} plan ends now, not at the end of the period. Paid time that is left is not
        refunded.
      </p>
    </Dialog>
  )
}
