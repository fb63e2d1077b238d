import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { formText } from '../lib/form-text'
import { settings } from '../settings'
import { Button } from '../ui/Button'
import { Checkbox } from '../ui/forms/Checkbox'
import { Form } from '../ui/forms/Form'
import { FormMessage } from '../ui/forms/FormMessage'
import { FormStatus } from '../ui/forms/FormStatus'
import { PasswordField } from '../ui/forms/PasswordField'
import { TextField } from '../ui/forms/TextField'
import { EmailField } from './EmailField'
import { registerMutation } from './mutations'
import { registrationError } from './registration-error'
import { SignedOutHeading } from './SignedOutHeading'
import { TextLink } from './TextLink'
import { type RegistrationErrors, validateRegistration } from './validate-registration'

/** Between a successful registration and the sign-in screen, in ms (specification, section 9). */
const redirectDelay = 2_000

/** The registration screen. `organization`, from the address, is filled in and locked. */
export function Register({ organization }: { organization: string | undefined }) {
  const [errors, setErrors] = useState<RegistrationErrors | null>(null)
  const register = useMutation(registerMutation)
  const navigate = useNavigate()

  useEffect(() => {
    if (!register.isSuccess) return
    const timer = setTimeout(() => void navigate({ to: '/signin' }), redirectDelay)
    return () => clearTimeout(timer)
  }, [register.isSuccess, navigate])

  function submit(data: FormData) {
    const registration = {
      fullname: formText(data, 'fullname').trim(),
      email: formText(data, 'email').trim(),
      organization: formText(data, 'organization').trim(),
      password: formText(data, 'password'),
    }
    const found = validateRegistration({
      ...registration,
      confirmPassword: formText(data, 'confirmPassword'),
      agreed: data.has('agreed'),
    })
    register.reset()
    setErrors(found)
    return found ? undefined : register.mutateAsync(registration)
  }

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
        busy={register.isPending || register.isSuccess}
        refusal={errors}
        onSubmit={submit}
        className="space-y-5"
      >
        <TextField
          label="Full Name"
          name="fullname"
          autoComplete="name"
          invalid={errors?.missing.has('fullname')}
        />
        <EmailField autoComplete="email" invalid={errors?.missing.has('email')} />
        <TextField
          // Another invitation's organisation replaces the one in the field.
          key={organization}
          label="Organisation"
          name="organization"
          autoComplete="organization"
          defaultValue={organization}
          readOnly={locked}
          invalid={errors?.missing.has('organization')}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          invalid={errors?.missing.has('password')}
        />
        <PasswordField
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
          error={errors?.confirmPassword}
        />
        <Checkbox label={<TermsText />} name="agreed" error={errors?.agreed} />
        {errors && errors.missing.size > 0 && (
          <FormMessage tone="bad" text="Please fill in all required fields." />
        )}
        {register.isError && <FormMessage tone="bad" {...registrationError(register.error)} />}
        <FormStatus>
          {register.isSuccess && (
            <FormMessage tone="ok" text="Your account is ready. Taking you to sign in…" />
          )}
        </FormStatus>
        <Button type="submit" busy={register.isPending || register.isSuccess} className="w-full">
          Register
        </Button>
      </Form>
      <p className="mt-7 text-center text-14 text-ink-2">
        Already using {settings.productName}? <TextLink to="/signin">Sign In</TextLink>
      </p>
    </>
  )
}

/** What the terms checkbox says; plain words where a deployment has no such pages (D25). */
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
