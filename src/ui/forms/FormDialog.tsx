import type { ReactNode } from 'react'
import { Button } from '../Button'
import { Dialog } from '../dialogs/Dialog'
import { Form, type FormProps } from './Form'

export interface FormDialogProps<Name extends string>
  extends Pick<
    FormProps<Name>,
    'check' | 'busy' | 'refusal' | 'onSubmit' | 'action' | 'actionLook' | 'children'
  > {
  title: string
  /** The form's name. Defaults to the title. */
  label?: string
  /** A sentence or two above the form. */
  text?: ReactNode
  onClose: () => void
}

export function FormDialog<Name extends string>(props: FormDialogProps<Name>) {
  const { title, label = title, text, onClose, ...form } = props
  return (
    <Dialog
      title={title}
      onClose={onClose}
      form={<Form {...form} label={label} />}
      actions={
        // A pending request can't be cancelled.
        <Button look="secondary" disabled={form.busy} onClick={onClose}>
          Cancel
        </Button>
      }
    >
      {text}
    </Dialog>
  )
}
