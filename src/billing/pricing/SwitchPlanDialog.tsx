import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'

interface SwitchPlanDialogProps {
  /** The names of the current plan and the new one. */
  from: string
  to: string
  onKeep: () => void
  onSwitch: () => void
}

/** Asks before a subscription replaces another (D19). */
export function SwitchPlanDialog({ from, to, onKeep, onSwitch }: SwitchPlanDialogProps) {
  return (
    <Dialog
      title={from === to ? `Change how you pay for ${to}?` : `Switch to ${to}?`}
      onClose={onKeep}
      actions={
        <>
          <Button look="secondary" onClick={onKeep}>
            Keep plan
          </Button>
          <Button onClick={onSwitch}>Switch plan</Button>
        </>
      }
    >
      <p>
        Your current plan, {from}, ends when the new one starts: as soon as that is paid for. Paid
        time that is left on it is not refunded.
      </p>
    </Dialog>
  )
}
