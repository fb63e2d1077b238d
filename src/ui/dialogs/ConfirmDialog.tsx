import type { ReactNode } from 'react'
import { Button } from '../Button'
import type { ButtonStyle } from '../button-classes'
import { Dialog } from './Dialog'

interface ConfirmDialogProps {
  title: string
  children: ReactNode
  /** The button that changes nothing. It gets the focus. */
  refusal: string
  instead?: { label: string; onChoose: () => void }
  confirmation: string
  look?: ButtonStyle['look']
  onRefuse: () => void
  onConfirm: () => void
}

/**
 * Marks the button that the dialog focuses when it opens. React's `autoFocus` would focus it too early, while the
 * dialog is closed.
 */
const takeFocus = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '')

/** Asks before an action that can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, refusal, instead, confirmation, look = 'primary' } = props
  const { onRefuse, onConfirm } = props
  return (
    <Dialog
      title={title}
      onClose={onRefuse}
      actions={
        <>
          <Button look={look} onClick={onConfirm}>
            {confirmation}
          </Button>
          {instead && (
            <Button look="secondary" onClick={instead.onChoose}>
              {instead.label}
            </Button>
          )}
          <Button ref={takeFocus} look="secondary" onClick={onRefuse}>
            {refusal}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
