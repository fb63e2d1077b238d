import type { ReactNode } from 'react'
import type { RequestOf } from '../../contract/calls'
import { refusalOf } from '../api/errors'
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
  /** The mutation that does the action. */
  mutation: { isPending: boolean; isSuccess: boolean; error: Error | null }
  failureText: (error: unknown) => string
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
  const { children, mutation, failureText, onSubmit, ...dialog } = props
  const { isPending, isSuccess, error } = mutation
  return (
    <FormDialog
      {...dialog}
      text={children}
      check={check}
      busy={isPending || isSuccess}
      refusal={error !== null && refusalOf(error, failureText(error))}
      onSubmit={({ password, ...typed }) => onSubmit({ password, ...secondFactorOf(typed) })}
    >
      <AccountPassword label="Password" name="password" />
      <SecondFactorStep error={error} />
    </FormDialog>
  )
}
