import { Button } from '../Button'
import { Dialog } from './Dialog'

interface AlertDialogProps {
  text: string
  /** The server's text, below (D27). */
  detail?: string | undefined
  onClose: () => void
}

/** Reports a failure and waits for OK: the product's `alert` (D18). */
export function AlertDialog({ text, detail, onClose }: AlertDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      title={text}
      onClose={onClose}
      actions={<Button onClick={onClose}>OK</Button>}
    >
      {detail && <p>{detail}</p>}
    </Dialog>
  )
}
