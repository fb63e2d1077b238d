import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { settings } from '../settings'
import { Checkbox } from '../ui/forms/Checkbox'
import { Form } from '../ui/forms/Form'
import { PasswordField } from '../ui/forms/PasswordField'
import { TextField } from '../ui/forms/TextField'
import { useLateToast } from '../ui/toasts/use-late-toast'
import { EmailField } from './EmailField'
import { registerMutation } from './register-mutation'
import { checkRegistration, registrationError } from './registration'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'

/** Between a successful registration and the sign-in screen, in ms (specification, section 9). */
const redirectDelay = 2_000

/** The registration screen. `organization`, from the address, is filled in and locked. */
export function Register({ organization }: { organization: string | undefined }) {
  const showLateToast = useLateToast()
  const register = useMutation({
    ...registerMutation,
    onSuccess: () => showLateToast('success', 'Your account is ready. You can sign in now.'),
    onError: (error) => {
      const { text, detail } = registrationError(error)
      showLateToast('error', text ?? 'Registration failed.', detail)
    },
  })
  const navigate = useNavigate()

  useEffect(() => {
    if (!register.isSuccess) return
    const timer = setTimeout(() => void navigate({ to: '/signin' }), redirectDelay)
    return () => clearTimeout(timer)
  }, [register.isSuccess, navigate])

  const locked = organization !== undefined
  return (
    <>
      <SignedOutHeading
        title="Create an account"
        text={
          locked
            ? 'Join your organisation and see its numbers.'
            : 'Bring your organisation’s numbers to one place.'
        }
      />
      <Form
        label="Register"
        check={checkRegistration}
        missing="Please fill in all required fields."
        busy={register.isPending || register.isSuccess}
        refusal={register.isError && registrationError(register.error)}
        success={register.isSuccess && { text: 'Your account is ready. Taking you to sign in…' }}
        onSubmit={({ fullname, email, password, organization }) =>
          register.mutateAsync({ fullname, email, password, organization })
        }
        action="Register"
        actionClassName="w-full"
      >
        <TextField label="Full Name" name="fullname" autoComplete="name" />
        <EmailField autoComplete="email" />
        <TextField
          // Another invitation's organisation replaces the one in the field.
          key={organization}
          label="Organisation"
          name="organization"
          autoComplete="organization"
          defaultValue={organization}
          readOnly={locked}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <PasswordField
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
        />
        <Checkbox label={<TermsText />} name="agreed" />
      </Form>
      <p className="mt-7 text-center text-14 text-ink-2">
        Already using {settings.productName}? <TextLink to="/signin">Sign In</TextLink>
      </p>
    </>
  )
}

/** The label of the terms checkbox; plain text if a deployment has no such pages (D25). */
function TermsText() {
  return (
    <span className="text-pretty">
      I agree to the <Page address={settings.termsUrl}>terms and conditions</Page> and the{' '}
      <Page address={settings.privacyUrl}>privacy policy</Page>
    </span>
  )
}

function Page({ address, children }: { address: string; children: ReactNode }) {
  if (!address) return children
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="rounded-6 font-semibold text-accent underline underline-offset-3"
    >
      {children}
    </a>
  )
}
