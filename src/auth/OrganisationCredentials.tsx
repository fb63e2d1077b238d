import { Building2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { needsCode, refusalOf } from '../api/errors'
import { basePath } from '../lib/base-path'
import { useFollowedMutation } from '../lib/use-followed-mutation'
import { PasskeyButton, type PasskeyOutcome } from '../passkeys/PasskeyButton'
import { settings } from '../settings'
import { Form } from '../ui/forms/Form'
import { FormMessage, FormStatus } from '../ui/forms/FormMessage'
import { CredentialFields } from './CredentialFields'
import { checkCredentials, signInFailure, signInMutation } from './credentials'
import { TextLink } from './TextLink'

// Going back must not lead to the finished sign-in (D48).
const open = () => window.location.replace(`${basePath}/dashboard/default`)

/** Focuses the first field, because the focused form has gone. */
const focusFirst = (place: HTMLElement | null) => place?.querySelector('input')?.focus()

/** The second step of the organisation's sign-in: the credentials. */
export function OrganisationCredentials({ slug }: { slug: string }) {
  const [isTried, setTried] = useState(false)
  const keep = useRef<HTMLInputElement>(null)
  const [passkey, setPasskey] = useState<PasskeyOutcome>({})
  const signIn = useFollowedMutation(signInMutation, { onSuccess: open })

  return (
    <div ref={focusFirst} onSubmit={() => setTried(true)}>
      <div className="mb-3 flex min-h-12 items-center gap-3 rounded-control border border-line bg-sunken px-3.5 dark:bg-raised">
        <Building2 className="size-4.5 shrink-0 text-ink-3" />
        <span translate="no" title={slug} className="min-w-0 flex-1 truncate font-semibold">
          {slug}
        </span>
        <TextLink to="/orginisation/{-$orgSlug}" params={{ orgSlug: undefined }}>
          Change
        </TextLink>
      </div>
      <Form
        label="Sign in to your organization"
        check={checkCredentials}
        busy={signIn.isPending || signIn.isSuccess || passkey.isSignedIn}
        refusal={
          passkey.text
            ? passkey
            : signIn.isError &&
              refusalOf(signIn.error, 'Login failed. Please check your credentials.')
        }
        onSubmit={({ email, password, one_time_code, keep }) => {
          setPasskey({})
          return signIn.mutateAsync({ email, password, one_time_code, keep: Boolean(keep) })
        }}
        action="Sign In"
      >
        <FormStatus>
          {!isTried && (
            <FormMessage tone="ok" text="Organization exists. Please enter your login details." />
          )}
        </FormStatus>
        <CredentialFields keep={keep} needsCode={needsCode(signIn.error)} />
      </Form>
      <div className="mt-2.5">
        {settings.isOurServer && (
          <PasskeyButton
            isKept={() => keep.current?.checked ?? true}
            failureText={signInFailure}
            onOutcome={setPasskey}
            onSignedIn={open}
          />
        )}
      </div>
      <p className="mt-2 text-center text-14">
        <TextLink to="/forgot-password">Forgot password?</TextLink>
      </p>
    </div>
  )
}
