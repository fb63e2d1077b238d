import type { ReactNode } from 'react'
import type { RequestOf } from '../../contract/calls'
import {
  missingProof,
  SecondFactorStep,
  secondFactorOf,
  type TypedField,
} from '../session/SecondFactorStep'
import { FormDialog, type FormDialogProps } from '../ui/forms/FormDialog'
import type { FormCheck } from '../ui/forms/submission'
import { AccountPassword } from './AccountPassword'

type Proof = RequestOf<'leave'>

interface PasswordDialogProps
  extends Pick<FormDialogProps<string>, 'title' | 'onClose' | 'action' | 'actionLook'> {
  /** The action's consequences. */
  children: ReactNode
  /** The `useFormMutation` that does the action. */
  mutation: Pick<FormDialogProps<string>, 'refusal'> & {
    isPending: boolean
    isSuccess: boolean
    error: unknown
  }
  onSubmit: (proof: Proof) => Promise<unknown>
}

const check: FormCheck<TypedField<'leave'>> = (typed) => ({
  password: typed.password ? null : 'Please enter your password.',
  ...missingProof(typed),
})

/**
 * Asks for the password before an action that a stolen session alone must not do. Also asks for a second factor if
 * the server does (D92).
 */
export function PasswordDialog(props: PasswordDialogProps) {
  const { children, mutation, onSubmit, ...dialog } = props
  return (
    <FormDialog
      {...dialog}
      text={children}
      check={check}
      busy={mutation.isPending || mutation.isSuccess}
      refusal={mutation.refusal}
      onSubmit={({ password, ...typed }) => onSubmit({ password, ...secondFactorOf(typed) })}
    >
      <AccountPassword label="Password" name="password" />
      <SecondFactorStep error={mutation.error} />
    </FormDialog>
  )
}
