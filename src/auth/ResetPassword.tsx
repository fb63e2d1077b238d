import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { needsCode, needsPasskey, refusalOf } from '../api/errors'
import { useIsHere } from '../lib/use-is-here'
import { textOfPasskeys } from '../passkeys/queries'
import {
  missingProof,
  SecondFactorStep,
  secondFactorOf,
  type TypedField,
} from '../session/SecondFactorStep'
import { settings } from '../settings'
import { Form } from '../ui/forms/Form'
import { PasswordField } from '../ui/forms/PasswordField'
import { type FormCheck, newPasswordError } from '../ui/forms/submission'
import { showToast } from '../ui/toasts/toast'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'

const failureText = 'Failed to reset password. Please try again.'

const check: FormCheck<Exclude<TypedField<'resetPassword'>, 'reset_token'>> = (typed) => ({
  new_password: newPasswordError(
    typed.new_password,
    'Please enter a new password.',
    settings.isOurServer,
  ),
  confirmPassword: typed.new_password === typed.confirmPassword ? null : 'Passwords do not match.',
  ...missingProof(typed),
})

/** @returns the passkeys that our own server names in its answer. */
function passkeysIn(answer: unknown): string[] {
  const { passkeys } = Object(answer)
  return Array.isArray(passkeys) ? passkeys.map(String) : []
}

export function ResetPassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const reset = useMutation({
    mutationFn: (input: RequestOf<'resetPassword'>) => call('resetPassword', input),
    onSuccess: async (answer) => {
      showToast('success', 'Password reset successful!', textOfPasskeys(passkeysIn(answer)))
      if (isHere()) await navigate({ to: '/signin' })
    },
    // Shows the error in the form and as a toast: the catalogue names both places.
    onError: (error) => {
      if (!needsCode(error) && !needsPasskey(error)) showToast('error', failureText)
    },
  })

  return (
    <>
      <SignedOutHeading title="Reset password" text="Choose a new password for your account." />
      <Form
        label="Reset password"
        check={check}
        busy={reset.isPending || reset.isSuccess}
        refusal={reset.isError && refusalOf(reset.error, failureText)}
        onSubmit={({ new_password, ...typed }) =>
          reset.mutateAsync({ reset_token: token, new_password, ...secondFactorOf(typed) })
        }
        action="Reset Password"
      >
        <PasswordField
          label="New password"
          name="new_password"
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
        />
        <SecondFactorStep error={reset.error} submits />
      </Form>
      <p className="mt-3.5 text-center text-14 text-ink-2">
        Link expired? <TextLink to="/forgot-password">Request a new one</TextLink>
      </p>
    </>
  )
}
