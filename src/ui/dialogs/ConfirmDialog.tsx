import type { ReactNode } from 'react'
import { Button } from '../Button'
import type { ButtonLook } from '../button-classes'
import { Dialog } from './Dialog'

interface ConfirmDialogProps {
  /** The question. */
  title: string
  /** What follows from a yes. */
  children: ReactNode
  /** The button that leaves everything as it is; it has the focus. */
  refusal: string
  /** The button that does it. */
  confirmation: string
  look?: ButtonLook
  onRefuse: () => void
  onConfirm: () => void
}

/** Asks before something is done that can't be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, refusal, confirmation, look = 'primary', onRefuse, onConfirm } = props
  return (
    <Dialog
      title={title}
      onClose={onRefuse}
      actions={
        <>
          <Button look="secondary" onClick={onRefuse}>
            {refusal}
          </Button>
          <Button look={look} onClick={onConfirm}>
            {confirmation}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
