import { useMutation } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { followingServerText } from '../api/errors'
import { basePath } from '../lib/base-path'
import { formText } from '../lib/form-text'
import { usePageState } from '../lib/page-state'
import { settings } from '../settings'
import { Button } from '../ui/Button'
import { ButtonLink } from '../ui/ButtonLink'
import { Checkbox } from '../ui/forms/Checkbox'
import { Form } from '../ui/forms/Form'
import { FormMessage } from '../ui/forms/FormMessage'
import { FormStatus } from '../ui/forms/FormStatus'
import { PasswordField } from '../ui/forms/PasswordField'
import { EmailField } from './EmailField'
import { registeredAddress, signInMutation } from './mutations'
import { SignedOutHeading } from './SignedOutHeading'
import { signInError } from './sign-in-error'
import { TextLink } from './TextLink'
import { useMissingCredentials } from './use-missing-credentials'

/** Between a successful sign-in and the reload, in ms (specification, section 9). */
const reloadDelay = 1_000

/** The sign-in screen. `destination` is the path opened afterwards. */
export function SignIn({ destination }: { destination: string }) {
  const { missing, check } = useMissingCredentials()
  const signIn = useMutation({
    ...signInMutation,
    onSuccess: () => {
      // Going back must not lead to a sign-in that is done (D48).
      setTimeout(() => window.location.replace(basePath + destination), reloadDelay)
    },
  })
  const failure = signIn.isError ? signInError(signIn.error) : null

  function submit(data: FormData) {
    const email = formText(data, 'email').trim()
    const password = formText(data, 'password')
    signIn.reset()
    return check(email, password)
      ? signIn.mutateAsync({ email, password, keep: data.has('keep') })
      : undefined
  }

  return (
    <>
      <SignedOutHeading title="Sign in" text="Welcome back. See what your organisation is up to." />
      <Form
        label="Sign in"
        busy={signIn.isPending || signIn.isSuccess}
        refusal={missing ?? signIn.error}
        onSubmit={submit}
        className="space-y-5"
      >
        {import.meta.env.MODE === 'mock' && (
          // As high as what will be in it, so that nothing moves when that comes.
          <demo-accounts style={{ display: 'grid', minHeight: '11.375rem' }} />
        )}
        <EmailField
          autoComplete="username"
          defaultValue={usePageState(registeredAddress)}
          error={missing?.email}
          invalid={failure?.field === 'email'}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={missing?.password}
          invalid={failure?.field === 'password'}
          aside={
            <TextLink to="/forgot-password" className="text-12h pointer-coarse:-my-3">
              Forgot password?
            </TextLink>
          }
        />
        <Checkbox label="Keep me logged in" name="keep" defaultChecked />
        {failure && (
          <FormMessage tone="bad" text={failure.text} detail={followingServerText(signIn.error)} />
        )}
        <FormStatus>
          {signIn.isSuccess && <FormMessage tone="ok" text="Signed in. Opening your dashboard…" />}
        </FormStatus>
        <Button type="submit" busy={signIn.isPending || signIn.isSuccess} className="w-full">
          Sign In
        </Button>
      </Form>
      <div className="my-6 flex items-center gap-4 text-12h text-ink-3">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <ButtonLink to="/orginisation/{-$orgSlug}" look="secondary" className="w-full">
        <Building2 className="size-4" aria-hidden="true" />I know my organization
      </ButtonLink>
      <p className="mt-7 text-center text-14 text-ink-2">
        New to {settings.productName}? <TextLink to="/register">Create an account</TextLink>
      </p>
    </>
  )
}
