import { useMutation } from '@tanstack/react-query'
import { FingerprintPattern } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { call } from '../api/call'
import { followingServerText } from '../api/errors'
import { storedSession } from '../api/stored-session'
import { Button } from '../ui/Button'
import { useField } from '../ui/forms/Field'
import { browserErrorText, canUsePasskeys } from './browser'

interface PasskeyProofProps {
  /** Whether only a passkey is accepted: then the button takes the focus. */
  isOnlyWay: boolean
  hint?: string | undefined
}

/**
 * A passkey instead of a code. Its signature goes into the form, which is then sent. Signed out, the browser is
 * asked as for signing in (D92).
 */
export function PasskeyProof({ isOnlyWay, hint }: PasskeyProofProps) {
  const value = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLDivElement>(null)
  const { wiring, below } = useField('passkey_proof', hint)
  useEffect(() => {
    if (isOnlyWay) button.current?.querySelector('button')?.focus()
  }, [isOnlyWay])
  const ask = useMutation({
    mutationFn: async () => {
      const { askForPasskey } = await import('./webauthn')
      const isSignedIn = storedSession() !== null
      const request = await call(isSignedIn ? 'beginPasskeyProof' : 'beginPasskeySignIn')
      return await askForPasskey(request)
    },
    onSuccess: (proof) => {
      const input = value.current
      if (!input) return
      input.value = JSON.stringify(proof)
      input.form?.requestSubmit()
      // A signature works once.
      input.value = ''
    },
  })
  const browserText = browserErrorText(ask.error)
  const problem =
    ask.isError && browserText === undefined
      ? (followingServerText(ask.error) ?? 'That didn’t work. Please try again.')
      : browserText
  return (
    <div ref={button}>
      <input ref={value} type="hidden" name="passkey_proof" />
      {canUsePasskeys() ? (
        <Button
          look="secondary"
          busy={ask.isPending}
          onClick={() => ask.mutate()}
          aria-describedby={wiring['aria-describedby']}
        >
          {!ask.isPending && <FingerprintPattern className="size-4" />}
          <span>Use a passkey</span>
        </Button>
      ) : (
        isOnlyWay && (
          <p className="text-14 text-ink-2">
            This needs your passkey, and this browser doesn’t support passkeys. Use another browser,
            or have an admin of your organisation, or the site’s operator, reset your two-factor
            authentication.
          </p>
        )
      )}
      {problem && (
        <p role="alert" className="mt-1.5 text-12h font-medium text-bad">
          {problem}
        </p>
      )}
      {below}
    </div>
  )
}
