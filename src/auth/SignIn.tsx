import { Building2, UserX } from 'lucide-react'
import { basePath } from '../lib/base-path'
import { usePageState } from '../lib/page-state'
import { goodbyeMessage } from '../session/follow-session'
import { settings } from '../settings'
import { ButtonLink } from '../ui/ButtonLink'
import { Form } from '../ui/forms/Form'
import { signInError } from './credentials'
import { keptInvitation } from './registration/kept-invitation'
import { SignedOutHeading } from './SignedOutHeading'
import { SignedOutNotice } from './SignedOutNotice'
import { TextLink } from './TextLink'
import { useCredentials } from './use-credentials'

/** Milliseconds between a successful sign-in and the reload (specification, section 9). */
const reloadDelay = 1_000

/** The sign-in screen. `destination` is the path opened afterwards. */
export function SignIn({ destination }: { destination: string }) {
  const { form, fields, passkeyButton, isDone } = useCredentials(signInError, () => {
    // Going back must not lead to the finished sign-in (D48).
    setTimeout(() => window.location.replace(basePath + destination), reloadDelay)
  })
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
        {...form}
        label="Sign in"
        success={isDone && { text: 'Signed in. Opening your dashboard…' }}
      >
        {import.meta.env.MODE === 'mock' && (
          // The minimum height is the content's, so that nothing moves when the content loads.
          <demo-accounts style={{ display: 'grid', minHeight: '11.375rem' }} />
        )}
        {fields}
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
        {passkeyButton}
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
