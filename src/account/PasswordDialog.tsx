import type { ReactNode } from 'react'
import { Button } from '../ui/Button'
import type { ButtonLook } from '../ui/button-classes'
import { Dialog } from '../ui/dialogs/Dialog'
import { Form } from '../ui/forms/Form'
import type { FormCheck, Refusal } from '../ui/forms/submission'
import { AccountPassword } from './AccountPassword'

interface PasswordDialogProps {
  title: string
  /** Its consequences. */
  children: ReactNode
  email: string | undefined
  action: string
  look?: ButtonLook
  busy: boolean
  refusal: Refusal | false
  onClose: () => void
  onSubmit: (password: string) => Promise<unknown>
}

const check: FormCheck<'password'> = ({ password }) => ({
  password: password ? null : 'Please enter your password.',
})

/** Asks for the password before an action that a stolen session alone must not do. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, email, action, look, busy, refusal, onClose, onSubmit } = props
  return (
    <Dialog
      title={title}
      onClose={onClose}
      form={
        <Form
          label={title}
          check={check}
          busy={busy}
          refusal={refusal}
          onSubmit={({ password }) => onSubmit(password)}
          action={action}
          actionLook={look}
          actionClassName="w-full"
        >
          <AccountPassword email={email} label="Password" name="password" />
        </Form>
      }
      actions={
        // What is under way can't be called off.
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {children}
    </Dialog>
  )
}
