import { mutationOptions } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RequestOf } from '../../../contract/calls'
import { call } from '../../api/call'
import { ApiError, refusalOf } from '../../api/errors'
import { useFollowedMutation } from '../../lib/use-followed-mutation'
import { useIsHere } from '../../lib/use-is-here'
import { settings } from '../../settings'
import { Checkbox } from '../../ui/forms/Checkbox'
import { Form } from '../../ui/forms/Form'
import { PasswordField } from '../../ui/forms/PasswordField'
import { type FormCheck, newPasswordError, type SubmissionErrors } from '../../ui/forms/submission'
import { TextField } from '../../ui/forms/TextField'
import { replaceSignedOutTexts } from '../../ui/forms/unsaved-text'
import { showToast } from '../../ui/toasts/toast'
import { accountAddress, EmailField } from '../EmailField'
import { SignedOutHeading } from '../SignedOutHeading'
import { TextLink } from '../TextLink'
import { InvitationNotice } from './InvitationNotice'
import { forgetInvitation, type KeptInvitation, keptInvitation } from './kept-invitation'

/** Milliseconds between a successful registration and the sign-in screen (specification, section 9). */
const redirectDelay = 2_000

interface RegisterProps {
  /** The organisation in the address. The field has its name and is locked. */
  organization: string | undefined
  /** The invitations' links that were opened in this tab. */
  invitation: KeptInvitation | undefined
}

export function Register({ organization, invitation }: RegisterProps) {
  const isHere = useIsHere()
  const navigate = useNavigate()
  const register = useFollowedMutation(registerMutation, {
    onSuccess: () => {
      if (!isHere()) return showToast('success', 'Your account is ready. You can sign in now.')
      setTimeout(() => isHere() && void navigate({ to: '/signin' }), redirectDelay)
    },
    onError: (error) => {
      const { text, detail } = registrationError(error)
      if (!isHere()) showToast('error', text ?? 'Registration failed.', detail)
    },
  })

  const locked = organization !== undefined
  const invited = invitation?.organization === organization ? invitation?.email : undefined
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
      {!locked && invitation?.refusal && <InvitationNotice {...invitation.refusal} />}
      <Form
        label="Register"
        check={checkRegistration}
        summaryOf={(wrong) =>
          requiredFields.some(([name, text]) => wrong[name] === text)
            ? 'Please fill in all required fields.'
            : undefined
        }
        busy={register.isPending || register.isSuccess}
        refusal={register.isError && registrationError(register.error)}
        success={register.isSuccess && { text: 'Your account is ready. Taking you to sign in…' }}
        onSubmit={({ fullname, email, password, organization }) =>
          register.mutateAsync({ fullname, email, password, organization })
        }
        action="Register"
      >
        <TextField label="Full Name" name="fullname" autoComplete="name" keptAs="full name" />
        <EmailField
          // Another invitation's address replaces the one in the field.
          key={invited}
          autoComplete="email"
          defaultValue={invited}
          keptAs={invited === undefined ? 'new address' : undefined}
          hint={invited && `Your invitation is for ${invited}.`}
        />
        <TextField
          // Another invitation's organisation replaces the one in the field.
          key={`of ${organization}`}
          label="Organisation"
          name="organization"
          autoComplete="organization"
          defaultValue={organization}
          keptAs={locked ? undefined : 'organisation'}
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
        <Checkbox label={<TermsText />} name="agreed" aria-required keptAs="agreed" />
      </Form>
      <p className="mt-3.5 text-center text-14 text-ink-2">
        Have an account? <TextLink to="/signin">Sign In</TextLink>
      </p>
    </>
  )
}

/** The label of the terms checkbox; plain text if a deployment has no pages of terms and privacy policy. */
function TermsText() {
  return (
    <span>
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

const missing = {
  fullname: 'Enter your full name.',
  email: 'Enter your email address.',
  organization: 'Enter your organisation’s name.',
  password: 'Enter a password of at least 8 characters.',
}
const requiredFields = Object.entries(missing)

/** Checks the specification's rules for a registration (section 5), and a password's length. The server has more (D27). */
const checkRegistration: FormCheck<keyof RequestOf<'signup'>> = (typed) => ({
  fullname: typed.fullname ? null : missing.fullname,
  email: typed.email ? null : missing.email,
  organization: typed.organization ? null : missing.organization,
  password: newPasswordError(typed.password, missing.password, settings.isOurServer),
  confirmPassword: typed.password === typed.confirmPassword ? null : 'Passwords do not match.',
  agreed: typed.agreed ? null : 'You must agree to the terms and conditions.',
})

/** Returns the error catalogue's text for a failed registration (specification, section 8). */
export function registrationError(error: unknown): SubmissionErrors {
  if (error instanceof ApiError && error.kind === 'network') {
    return { text: 'Registration failed. Please check your network connection and try again.' }
  }
  if (error instanceof ApiError && error.error) return { detail: error.error, fields: error.fields }
  return refusalOf(error, 'Registration failed. Please try again.')
}

/** Creates an account with its organisation, or joins one by invitation (D31). */
const registerMutation = mutationOptions({
  mutationFn: async (input: RequestOf<'signup'>) => {
    await call('signup', input, { invitationToken: keptInvitation()?.token })
    forgetInvitation()
    replaceSignedOutTexts({ [accountAddress]: input.email })
  },
})
