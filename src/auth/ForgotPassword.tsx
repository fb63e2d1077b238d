import { useMutation } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { basePath } from '../lib/base-path'
import { formText } from '../lib/form-text'
import { settings } from '../settings'
import { Button } from '../ui/Button'
import { Form } from '../ui/forms/Form'
import { FormMessage } from '../ui/forms/FormMessage'
import { FormStatus } from '../ui/forms/FormStatus'
import { EmailField } from './EmailField'
import { forgotPasswordError } from './forgot-password-error'
import { forgotPasswordMutation } from './mutations'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'

/** Asks where to send the link that sets a new password. */
export function ForgotPassword() {
  const [missing, setMissing] = useState<{ email: string } | null>(null)
  const request = useMutation(forgotPasswordMutation)

  function submit(data: FormData) {
    const email = formText(data, 'email').trim()
    request.reset()
    setMissing(email === '' ? { email: 'Please enter your email.' } : null)
    return email === '' ? undefined : request.mutateAsync({ email })
  }

  return (
    <>
      <SignedOutHeading
        title="Forgot password"
        text="Tell us your address, and we’ll mail you a link to set a new one."
      />
      <Form
        label="Forgot password"
        busy={request.isPending}
        refusal={missing}
        onSubmit={submit}
        className="space-y-5"
      >
        <EmailField autoComplete="username" error={missing?.email} />
        {request.isError && <FormMessage tone="bad" {...forgotPasswordError(request.error)} />}
        <FormStatus>
          {request.isSuccess && (
            <FormMessage
              tone="ok"
              text="Password reset email sent successfully!"
              detail={settings.mailboxUrl ? <InMailbox /> : hint}
            />
          )}
        </FormStatus>
        <Button type="submit" busy={request.isPending} className="w-full">
          Reset Password
        </Button>
      </Form>
      <p className="mt-7 text-center text-14">
        <TextLink to="/signin" className="inline-flex items-center gap-1.5">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Back to sign in
        </TextLink>
      </p>
    </>
  )
}

const lifetime = 'The link in it works for an hour.'
const hint = `${lifetime} Nothing there? Look among the spam, or try again.`

/** Where mails are captured, nobody has to look among the spam. */
function InMailbox() {
  return (
    <>
      {lifetime} Mail isn’t sent here:{' '}
      <a href={basePath + settings.mailboxUrl} className="font-semibold underline">
        read it in the mailbox
      </a>
      .
    </>
  )
}
