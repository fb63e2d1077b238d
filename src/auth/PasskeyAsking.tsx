import { useEffect, useEffectEvent } from 'react'
import { call } from '../api/call'
import { ApiError, followingServerText } from '../api/errors'
import { startSession } from '../api/stored-session'
import type { PasskeyOutcome } from './PasskeyButton'
import { signInFailure } from './sign-in'

/** A ceremony lives five minutes: the field's is asked for anew before that, in ms. */
const renewAfter = 4 * 60_000

interface PasskeyAskingProps {
  presses: number
  onOutcome: (outcome: PasskeyOutcome) => void
}

/**
 * Lets the field for the address offer passkeys and, at each press of the button, asks for one.
 * Loaded late, like the library that it brings.
 */
export function PasskeyAsking({ presses, onOutcome }: PasskeyAskingProps) {
  const report = useEffectEvent((outcome: PasskeyOutcome) => onOutcome(outcome))
  useEffect(() => {
    // As the boot script has found.
    if (!document.documentElement.matches('.boot-passkeys')) return
    const end = new AbortController()
    const { signal } = end
    // In the same file; a static import would move it into others.
    const browser = import('../session/passkeys')

    /** @returns whether it can be tried again: something was shown and refused. */
    async function attempt(inField: boolean): Promise<boolean> {
      let shown: { rpId: string; id: string } | null = null
      try {
        const begun = await call('beginPasskeySignIn', undefined, { signal })
        const from = Date.now()
        const proof = await (await browser).showPasskey(begun, inField)
        if (signal.aborted) return false
        shown = { rpId: begun.options.rpId, id: proof.credential.id }
        // A device that slept has renewed nothing.
        if (Date.now() - from >= begun.options.timeout)
          throw new (await browser).NoPasskey('too-late', null)
        report({ isAsking: true })
        startSession(await call('signInWithPasskey', proof), isKept())
        report({ isSignedIn: true })
        return false
      } catch (error) {
        if (signal.aborted) return false
        if (shown && error instanceof ApiError && error.code === 'unknown_passkey') {
          void (await browser).signalUnknown(shown.rpId, shown.id)
        }
        // Nobody asked for what the field couldn't offer.
        if (!inField || shown) {
          const { NoPasskey } = await browser
          const text = error instanceof NoPasskey ? error.said : textOf(error)
          report(text === null ? {} : { text })
        }
        return !inField || shown !== null
      }
    }

    /** Offers them in the field until one signs in, or the browser can't. */
    async function offer() {
      const { canOfferInField, stopAsking } = await browser
      if (!(await canOfferInField())) return
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
      if (presses > 0) {
        report({ isAsking: true })
        if (!(await attempt(false))) return
      }
      await offer()
    }

    begin().catch(() => {
      // It couldn't be loaded: the password's way is there.
      report({})
    })
    return () => {
      end.abort()
      void browser.then(
        ({ stopAsking }) => stopAsking(),
        () => {},
      )
    }
  }, [presses])
  return null
}

/** As 'Keep me logged in' says (D10). */
const isKept = () => document.querySelector<HTMLInputElement>('[name="keep"]')?.checked ?? true

const textOf = (error: unknown) =>
  signInFailure(error) ?? followingServerText(error) ?? 'That didn’t work. Use your password.'
