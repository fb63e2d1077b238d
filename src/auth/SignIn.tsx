import { useMutation } from '@tanstack/react-query'
import { Building2, UserX } from 'lucide-react'
import { useRef, useState } from 'react'
import { needsCode } from '../api/errors'
import { basePath } from '../lib/base-path'
import { usePageState } from '../lib/page-state'
import { PasskeyButton, type PasskeyOutcome } from '../passkeys/PasskeyButton'
import { goodbyeMessage } from '../session/follow-session'
import { settings } from '../settings'
import { ButtonLink } from '../ui/ButtonLink'
import { Form } from '../ui/forms/Form'
import { CredentialFields } from './CredentialFields'
import { checkCredentials, signInError, signInFailure, signInMutation } from './credentials'
import { keptInvitation } from './registration/kept-invitation'
import { SignedOutHeading } from './SignedOutHeading'
import { SignedOutNotice } from './SignedOutNotice'
import { TextLink } from './TextLink'

/** Milliseconds between a successful sign-in and the reload (specification, section 9). */
const reloadDelay = 1_000

/** The sign-in screen. `destination` is the path opened afterwards. */
export function SignIn({ destination }: { destination: string }) {
  const signIn = useMutation(signInMutation)
  const keep = useRef<HTMLInputElement>(null)
  const [passkey, setPasskey] = useState<PasskeyOutcome>({})
  const isDone = signIn.isSuccess || passkey.isSignedIn

  function open() {
    // Going back must not lead to the finished sign-in (D48).
    setTimeout(() => window.location.replace(basePath + destination), reloadDelay)
  }

  const message = usePageState(goodbyeMessage)
  const { organization } = keptInvitation() ?? {}
  return (
    <>
      <SignedOutHeading title="Sign in" text="Welcome back. See what your organisation is up to." />
      {message !== null && (
        <SignedOutNotice icon={UserX} isAlert>
          {message}
        </SignedOutNotice>
      )}
      <Form
        label="Sign in"
        check={checkCredentials}
        busy={signIn.isPending || isDone}
        refusal={passkey.text ? passkey : signIn.isError && signInError(signIn.error)}
        success={isDone && { text: 'Signed in. Opening your dashboard…' }}
        onSubmit={async ({ email, password, one_time_code, keep }) => {
          setPasskey({})
          await signIn.mutateAsync({ email, password, one_time_code, keep: Boolean(keep) })
          open()
        }}
        action="Sign In"
      >
        {import.meta.env.MODE === 'mock' && (
          // The minimum height is the content's, so that nothing moves when the content loads.
          <demo-accounts style={{ display: 'grid', minHeight: '11.375rem' }} />
        )}
        <CredentialFields keep={keep} needsCode={needsCode(signIn.error)} />
      </Form>
      <p className="mt-2 text-center text-14">
        <TextLink to="/forgot-password">Forgot password?</TextLink>
      </p>
      <div className="mt-2 mb-4.5 flex items-center gap-4 text-12h text-ink-3">
        <span className="h-px flex-1 bg-line" />
        or
        <span className="h-px flex-1 bg-line" />
      </div>
      <div className="grid gap-2.5">
        {settings.isOurServer && (
          <PasskeyButton
            isKept={() => keep.current?.checked ?? true}
            failureText={signInFailure}
            onOutcome={setPasskey}
            onSignedIn={open}
          />
        )}
        <ButtonLink to="/orginisation/{-$orgSlug}" look="secondary" className="w-full">
          <Building2 className="size-4" />I know my organization
        </ButtonLink>
      </div>
      <p className="mt-3.5 text-center text-14 text-ink-2">
        New to {settings.productName}?{' '}
        <TextLink to="/register" search={organization === undefined ? {} : { organization }}>
          Create an account
        </TextLink>
      </p>
    </>
  )
}
