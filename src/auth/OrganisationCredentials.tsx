import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { needsCode, refusalOf } from '../api/errors'
import { basePath } from '../lib/base-path'
import { useFollowedMutation } from '../lib/use-followed-mutation'
import { PasskeyButton, type PasskeyOutcome } from '../passkeys/PasskeyButton'
import { settings } from '../settings'
import { CodeStep } from '../ui/forms/CodeStep'
import { Form } from '../ui/forms/Form'
import { FormMessage, FormStatus } from '../ui/forms/FormMessage'
import { PasswordField } from '../ui/forms/PasswordField'
import { checkCredentials, signInFailure, signInMutation } from './credentials'
import { accountAddress, EmailField } from './EmailField'
import { TextLink } from './TextLink'

// Going back must not lead to the finished sign-in (D48).
const open = () => window.location.replace(`${basePath}/dashboard/default`)

/** Focuses the first field, because the focused form has gone. */
const focusFirst = (place: HTMLElement | null) => place?.querySelector('input')?.focus()

/** The second step of the organisation's sign-in: the credentials. */
export function OrganisationCredentials({ slug }: { slug: string }) {
  const [isTried, setTried] = useState(false)
  const [passkey, setPasskey] = useState<PasskeyOutcome>({})
  const signIn = useFollowedMutation(signInMutation, { onSuccess: open })

  return (
    <div ref={focusFirst} onSubmit={() => setTried(true)}>
      <div className="mb-5 flex items-center gap-3 rounded-control border border-line bg-sunken px-3.5 py-2.5">
        <Building2 className="size-4.5 shrink-0 text-ink-3" />
        <span translate="no" title={slug} className="min-w-0 flex-1 truncate font-semibold">
          {slug}
        </span>
        <TextLink
          to="/orginisation/{-$orgSlug}"
          params={{ orgSlug: undefined }}
          className="text-12h"
        >
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
        onSubmit={({ email, password, one_time_code }) => {
          setPasskey({})
          return signIn.mutateAsync({ email, password, one_time_code, keep: true })
        }}
        action="Sign In"
      >
        <FormStatus>
          {!isTried && (
            <FormMessage tone="ok" text="Organization exists. Please enter your login details." />
          )}
        </FormStatus>
        <EmailField autoComplete="username webauthn" keptAs={accountAddress} />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <CodeStep isNeeded={needsCode(signIn.error)} />
      </Form>
      {settings.isOurServer && (
        <PasskeyButton
          isKept={() => true}
          failureText={signInFailure}
          onOutcome={setPasskey}
          onSignedIn={open}
        />
      )}
    </div>
  )
}
