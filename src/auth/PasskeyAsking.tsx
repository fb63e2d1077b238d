import { browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../api/call'
import { ApiError, followingServerText } from '../api/errors'
import { startSession } from '../api/stored-session'
import { NoPasskey, textOfBrowser } from '../session/no-passkey'
import { canUsePasskeys } from '../session/passkey-support'
import { showPasskey, stopAsking } from '../session/passkeys'
import { signalUnknown } from '../session/signals'
import type { PasskeyOutcome, PasskeyReport } from './PasskeyButton'

/** A ceremony lives five minutes: the field's is asked for anew before that, in ms. */
const renewAfter = 4 * 60_000

/**
 * Lets the field for the address offer passkeys and, at each press of the button, asks for one.
 * Loaded late, like the library that it brings.
 */
export function PasskeyAsking({
  presses,
  onOutcome,
  onSignedIn,
}: PasskeyReport & { presses: number }) {
  const report = useEffectEvent((outcome: PasskeyOutcome) => onOutcome(outcome))
  const open = useEffectEvent(() => onSignedIn())
  useEffect(() => {
    const end = new AbortController()
    const { signal } = end

    /** @returns whether it can be tried again: something was shown and refused. */
    async function attempt(inField: boolean): Promise<boolean> {
      let shown: { rpId: string; id: string } | null = null
      try {
        const begun = await call('beginPasskeySignIn', undefined, { signal })
        const from = Date.now()
        const proof = await showPasskey(begun, inField)
        if (signal.aborted) return false
        shown = { rpId: begun.options.rpId, id: proof.credential.id }
        // A device that slept has renewed nothing.
        if (Date.now() - from >= begun.options.timeout) throw new NoPasskey('too-late', null)
        report('asking')
        startSession(await call('signInWithPasskey', proof), isKept())
        report('signed-in')
        open()
        return false
      } catch (error) {
        if (signal.aborted) return false
        if (shown && error instanceof ApiError && error.isUnknownPasskey) {
          signalUnknown(shown.rpId, shown.id)
        }
        // Nobody asked for what the field couldn't offer.
        if (!inField || shown) report(outcomeOf(error))
        return !inField || shown !== null
      }
    }

    /** Offers them in the field until one signs in, or the browser can't. */
    async function offer() {
      if (!(await browserSupportsWebAuthnAutofill())) return
      let isToBeOffered = true
      while (isToBeOffered && !signal.aborted) {
        let isRenewed = false
        const renewal = setTimeout(() => {
          isRenewed = true
          stopAsking()
        }, renewAfter)
        isToBeOffered = (await attempt(true)) || isRenewed
        clearTimeout(renewal)
      }
    }

    async function begin() {
      if (!canUsePasskeys()) return
      if (presses > 0) {
        report('asking')
        if (!(await attempt(false))) return
      }
      await offer()
    }

    void begin()
    return () => {
      end.abort()
      stopAsking()
    }
  }, [presses])
  return null
}

/** As 'Keep me logged in' says (D10). */
const isKept = () => document.querySelector<HTMLInputElement>('[name="keep"]')?.checked ?? true

function outcomeOf(error: unknown): PasskeyOutcome {
  const text = textOfBrowser(error)
  if (text !== undefined) return text === null ? null : { text }
  if (error instanceof DOMException) {
    return { text: 'This browser blocks local storage. Allow it for this site and try again.' }
  }
  if (error instanceof ApiError && error.kind === 'network') {
    return { text: 'Login failed. Please check your network connection and try again.' }
  }
  return { text: followingServerText(error) ?? 'That didn’t work. Use your password.' }
}
