import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { followingServerText } from '../api/errors'
import { useLazyComponent } from '../lib/use-lazy-component'
import { Button } from '../ui/Button'
import { browserSaid } from './browser'
import type { ShownPasskey } from './sign-in'

const importSignIn = () => import('./sign-in')

/** How the last attempt to sign in by passkey has ended. */
export interface PasskeyOutcome {
  isSignedIn?: boolean
  /** Why it was refused. */
  text?: string
}

interface PasskeyButtonProps {
  /** Whether the session is to outlast the browser, when the passkey is asked for (D10). */
  isKept: () => boolean
  /** The page's text for a failure that is not the passkey's. */
  failureText: (error: unknown) => string | undefined
  onOutcome: (outcome: PasskeyOutcome) => void
  onSignedIn: () => void
}

/**
 * Signs in by passkey, where the browser has them: that is known before the first paint, or it would move the page
 * (`src/boot/boot.ts`). The field for the address offers them, too, once the code for it is there.
 */
export function PasskeyButton(props: PasskeyButtonProps) {
  const { isKept, failureText, onOutcome, onSignedIn } = props
  const { code } = useLazyComponent(importSignIn)
  const asked = useRef<AbortController>(null)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async (shown: ShownPasskey | null) => {
      const keep = isKept()
      const signal = startAsking(asked)
      const { signInWithPasskey } = await importSignIn()
      await signInWithPasskey(keep, signal, shown)
    },
    onMutate: () => onOutcome({}),
    onSuccess: () => {
      onOutcome({ isSignedIn: true })
      onSignedIn()
    },
    onError: (error) => {
      const said = browserSaid(error)
      if (said === null) return
      const text = said ?? failureText(error) ?? followingServerText(error)
      onOutcome({ text: text ?? 'That didn’t work. Use your password.' })
    },
  })

  const isFree = !isPending && !isSuccess
  useEffect(() => {
    if (!code || !isFree) return
    const signal = startAsking(asked)
    code.offerPasskeys(signal).then(
      (shown) => shown && mutate(shown),
      () => {
        // The code could not be loaded. The password still signs in.
      },
    )
  }, [code, isFree, mutate])
  useEffect(() => () => asked.current?.abort(), [])

  return (
    <div className="passkey">
      <Button look="secondary" busy={isPending} onClick={() => mutate(null)} className="w-full">
        <i />
        <span>Sign in with a passkey</span>
      </Button>
    </div>
  )
}

/** Ends what the browser was asked before: it answers one question at a time. */
function startAsking(asked: RefObject<AbortController | null>): AbortSignal {
  asked.current?.abort()
  asked.current = new AbortController()
  return asked.current.signal
}
