import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { followingServerText } from '../api/errors'
import { formText } from '../lib/form-text'
import { Button } from '../ui/Button'
import { Form } from '../ui/forms/Form'
import { FormMessage } from '../ui/forms/FormMessage'
import { PasswordField } from '../ui/forms/PasswordField'
import { showToast } from '../ui/toasts/toast'
import { resetPasswordMutation } from './mutations'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'

const failureText = 'Failed to reset password. Please try again.'

interface PasswordErrors {
  password: string | undefined
  confirmPassword: string | undefined
}

/** Sets a new password by the token of a mailed link. */
export function ResetPassword({ token }: { token: string }) {
  const [errors, setErrors] = useState<PasswordErrors | null>(null)
  const navigate = useNavigate()
  const reset = useMutation({
    ...resetPasswordMutation,
    onSuccess: async () => {
      showToast('success', 'Password reset successful!')
      await navigate({ to: '/signin' })
    },
    // In the form and as a toast: the catalogue names both places.
    onError: () => showToast('error', failureText),
  })

  function submit(data: FormData) {
    const password = formText(data, 'password')
    const matches = password === formText(data, 'confirmPassword')
    reset.reset()
    const found =
      password === '' || !matches
        ? {
            password: password === '' ? 'Please enter a new password.' : undefined,
            confirmPassword: matches ? undefined : 'Passwords do not match.',
          }
        : null
    setErrors(found)
    return found ? undefined : reset.mutateAsync({ reset_token: token, new_password: password })
  }

  return (
    <>
      <SignedOutHeading title="Reset password" text="Choose a new password for your account." />
      <Form
        label="Reset password"
        busy={reset.isPending || reset.isSuccess}
        refusal={errors}
        onSubmit={submit}
        className="space-y-5"
      >
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          error={errors?.password}
        />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          error={errors?.confirmPassword}
        />
        {reset.isError && (
          <FormMessage tone="bad" text={failureText} detail={followingServerText(reset.error)} />
        )}
        <Button type="submit" busy={reset.isPending || reset.isSuccess} className="w-full">
          Reset Password
        </Button>
      </Form>
      <p className="mt-7 text-center text-14 text-ink-2">
        Link too old? <TextLink to="/forgot-password">Ask for a new one</TextLink>
      </p>
    </>
  )
}
