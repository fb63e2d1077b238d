import type { ReactNode } from 'react'
import type { RequestOf } from '../../contract/calls'
import { refusalOf } from '../api/errors'
import type { ButtonLook } from '../ui/button-classes'
import { FormDialog } from '../ui/forms/FormDialog'
import type { FormCheck } from '../ui/forms/submission'
import { AccountPassword } from './AccountPassword'
import { SecondFactorStep } from './PasskeyStep'
import { missingProof, secondFactorOf, type TypedField } from './second-factor-proof'

interface PasswordDialogProps {
  title: string
  /** Its consequences. */
  children: ReactNode
  email: string | undefined
  action: string
  look?: ButtonLook
  busy: boolean
  /** Why the action failed; null: it hasn't. */
  error: unknown
  failureText: string
  onClose: () => void
  onSubmit: (proof: Proof) => Promise<unknown>
}

type Proof = RequestOf<'leave'>

const check: FormCheck<TypedField<'leave'>> = (typed) => ({
  password: typed.password ? null : 'Please enter your password.',
  ...missingProof(typed),
})

/**
 * Asks for the password before an action that a stolen session alone must not do, and for a code once the server
 * does (D92).
 */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, email, action, look, busy, error, failureText, onClose, onSubmit } =
    props
  return (
    <FormDialog
      title={title}
      text={children}
      check={check}
      busy={busy}
      refusal={error !== null && refusalOf(error, failureText)}
      onClose={onClose}
      onSubmit={({ password, ...typed }) => onSubmit({ password, ...secondFactorOf(typed) })}
      action={action}
      actionLook={look}
    >
      <AccountPassword email={email} label="Password" name="password" />
      <SecondFactorStep error={error} />
    </FormDialog>
  )
}
