import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { followingServerText } from '../api/errors'
import { useLazyComponent } from '../lib/use-lazy-component'
import { Button } from '../ui/Button'
import { browserErrorText } from './browser'
import type { ShownPasskey } from './sign-in'

const importSignIn = () => import('./sign-in')

export interface PasskeyOutcome {
  isSignedIn?: boolean
  /** The reason for the refusal. */
  text?: string
}

interface PasskeyButtonProps {
  /** Whether the session should outlast the browser (D10). */
  isKept: () => boolean
  /** Returns the page's text for an error that isn't about passkeys. */
  failureText: (error: unknown) => string | undefined
  onOutcome: (outcome: PasskeyOutcome) => void
  onSignedIn: () => void
}

/**
 * The button to sign in by passkey. Whether the browser has passkeys is known before the first paint, so that
 * nothing moves (`src/boot/boot.ts`). Once its code has loaded, the address field offers passkeys, too.
 */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { isKept, failureText, onOutcome, onSignedIn } = props
  const { code } = useLazyComponent(importSignIn)
  const controller = useRef<AbortController>(null)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async (shown: ShownPasskey | null) => {
      const keep = isKept()
      const signal = startAsking(controller)
      const { signInWithPasskey } = await importSignIn()
      await signInWithPasskey(keep, signal, shown)
    },
    onMutate: () => onOutcome({}),
    onSuccess: () => {
      onOutcome({ isSignedIn: true })
      onSignedIn()
    },
    onError: (error) => {
      const browserText = browserErrorText(error)
      if (browserText === null) return
      const text = browserText ?? failureText(error) ?? followingServerText(error)
      onOutcome({ text: text ?? 'That didn’t work. Use your password.' })
    },
  })

  const isFree = !isPending && !isSuccess
  useEffect(() => {
    if (!code || !isFree) return
    const signal = startAsking(controller)
    code.offerPasskeys(signal).then(
      (shown) => shown && mutate(shown),
      () => {
        // The code couldn't be loaded. Signing in by password still works.
      },
    )
  }, [code, isFree, mutate])
  useEffect(() => () => controller.current?.abort(), [])

  return (
    <div className="passkey">
      <Button look="secondary" busy={isPending} onClick={() => mutate(null)} className="w-full">
        <i />
        <span>Sign in with a passkey</span>
      </Button>
    </div>
  )
}

/** Cancels the browser's earlier request: it handles one at a time. @returns the signal of the new request. */
function startAsking(controller: RefObject<AbortController | null>): AbortSignal {
  controller.current?.abort()
  controller.current = new AbortController()
  return controller.current.signal
}
