import { mutationOptions, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { needsCode } from '../api/errors'
import { startSession } from '../api/stored-session'
import { PasskeyButton, type PasskeyOutcome } from '../passkeys/PasskeyButton'
import { settings } from '../settings'
import { Checkbox } from '../ui/forms/Checkbox'
import { CodeStep } from '../ui/forms/CodeStep'
import { PasswordField } from '../ui/forms/PasswordField'
import {
  type FormCheck,
  missingCode,
  type SubmissionErrors,
  type Typed,
} from '../ui/forms/submission'
import { signInFailure } from './credentials'
import { accountAddress, EmailField } from './EmailField'

const check: FormCheck<keyof RequestOf<'login'>> = (typed) => ({
  email: typed.email ? null : 'Please enter your email.',
  password: typed.password ? null : 'Please enter your password.',
  one_time_code: missingCode(typed.one_time_code),
})

/** Signs in and stores the session. `keep` is 'Keep me logged in' (D10). */
const signInMutation = mutationOptions({
  mutationFn: async ({ keep, ...credentials }: RequestOf<'login'> & { keep: boolean }) => {
    startSession(await call('login', credentials), keep)
  },
})

/**
 * Signs in by password, or by passkey.
 * @param refusalOf returns an error's texts for the form.
 * @param onSignedIn runs once the session is stored.
 * @returns the form's props and fields, and the button for a passkey.
 */
export function useCredentials(
  refusalOf: (error: unknown) => SubmissionErrors,
  onSignedIn: () => void,
) {
  const keep = useRef<HTMLInputElement>(null)
  const [passkey, setPasskey] = useState<PasskeyOutcome>({})
  const signIn = useMutation(signInMutation)
  const isDone = signIn.isSuccess || passkey.isSignedIn
  return {
    isDone,
    form: {
      check,
      busy: signIn.isPending || isDone,
      refusal: passkey.text ? passkey : signIn.isError && refusalOf(signIn.error),
      async onSubmit(typed: Typed<keyof RequestOf<'login'>>) {
        setPasskey({})
        const { email, password, one_time_code } = typed
        await signIn.mutateAsync({ email, password, one_time_code, keep: Boolean(typed.keep) })
        onSignedIn()
      },
      action: 'Sign In',
    },
    fields: (
      <>
        <EmailField autoComplete="username webauthn" keptAs={accountAddress} />
        <PasswordField label="Password" name="password" autoComplete="current-password" />
        <Checkbox ref={keep} label="Keep me logged in" name="keep" keptAs="keep" defaultChecked />
        <CodeStep isNeeded={needsCode(signIn.error)} />
      </>
    ),
    passkeyButton: settings.isOurServer && (
      <PasskeyButton
        isKept={() => keep.current?.checked ?? true}
        failureText={signInFailure}
        onOutcome={setPasskey}
        onSignedIn={onSignedIn}
      />
    ),
  }
}
