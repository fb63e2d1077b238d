import { useMutation } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { ApiError, refusalOf } from '../api/errors'
import { basePath } from '../lib/base-path'
import { useIsHere } from '../lib/use-is-here'
import { settings } from '../settings'
import { Form } from '../ui/forms/Form'
import type { FormCheck, SubmissionErrors } from '../ui/forms/submission'
import { showToast } from '../ui/toasts/toast'
import { accountAddress, EmailField } from './EmailField'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'

const check: FormCheck<keyof RequestOf<'forgotPassword'>> = ({ email }) => ({
  email: email ? null : 'Please enter your email.',
})

export function ForgotPassword() {
  const isHere = useIsHere()
  const request = useMutation({
    mutationFn: (input: RequestOf<'forgotPassword'>) => call('forgotPassword', input),
    onSuccess: () => {
      if (!isHere()) showToast('success', sentText)
    },
    onError: (error) => {
      const { text, detail } = forgotPasswordError(error)
      if (!isHere()) showToast('error', text ?? 'Failed to reset password.', detail)
    },
  })
  return (
    <>
      <SignedOutHeading
        title="Forgot password"
        text="Enter your email, and we’ll send you a link to set a new password."
      />
      <Form
        label="Forgot password"
        check={check}
        busy={request.isPending}
        refusal={request.isError && forgotPasswordError(request.error)}
        success={
          request.isSuccess && {
            text: sentText,
            detail: settings.mailboxUrl ? <InMailbox /> : hint,
          }
        }
        onSubmit={({ email }) => request.mutateAsync({ email })}
        action="Reset Password"
      >
        <EmailField autoComplete="username" keptAs={accountAddress} />
      </Form>
      <p className="mt-3.5 text-center text-14">
        <TextLink to="/signin" className="gap-1.5">
          <ArrowLeft className="size-4" />
          Back to sign in
        </TextLink>
      </p>
    </>
  )
}

const sentText = 'Password reset email sent successfully!'
const lifetime = 'The link works for an hour.'
const hint = `${lifetime} No email? Check your spam folder, or try again.`

/** The hint where mails are captured: a link to the mailbox instead of the spam folder. */
function InMailbox() {
  return (
    <>
      {lifetime} Emails aren’t sent here:{' '}
      <a href={basePath + settings.mailboxUrl} className="font-semibold underline">
        read it in the mailbox
      </a>
      .
    </>
  )
}

/** Returns the error catalogue's text for a failed reset request (specification, section 8). */
export function forgotPasswordError(error: unknown): SubmissionErrors {
  if (!(error instanceof ApiError) || !error.hasBody) {
    return { text: 'An error occurred. Please try again.' }
  }
  if (error.serverMessage) return { detail: error.serverMessage, fields: error.fields }
  return refusalOf(error, 'Failed to reset password.')
}
