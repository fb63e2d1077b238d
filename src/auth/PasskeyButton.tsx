import { useState } from 'react'
import { useLazyComponent } from '../lib/use-lazy-component'
import { Button } from '../ui/Button'

const importAsking = () => import('./PasskeyAsking').then((module) => module.PasskeyAsking)

/** What has become of signing in by passkey. */
export interface PasskeyOutcome {
  isAsking?: boolean
  isSignedIn?: boolean
  /** Why it was refused. */
  text?: string
}

interface PasskeyButtonProps {
  outcome: PasskeyOutcome
  onOutcome: (outcome: PasskeyOutcome) => void
  onSignedIn: () => void
}

/**
 * Signs in by passkey, where the browser has them: that is known before the first paint, or it would move the page
 * (`src/boot/boot.ts`). The field for the address offers them, too, once the code for it is there.
 */
export function PasskeyButton({ outcome, onOutcome, onSignedIn }: PasskeyButtonProps) {
  const { isAsking } = outcome
  const [presses, setPresses] = useState(0)
  const { code: Asking, load } = useLazyComponent(importAsking)

  async function ask() {
    setPresses(presses + 1)
    if (!(await load())) onOutcome({ text: 'Please try again.' })
  }

  function report(next: PasskeyOutcome) {
    onOutcome(next)
    if (next.isSignedIn) onSignedIn()
  }

  return (
    <div className="passkey">
      <Button look="secondary" busy={isAsking} onClick={() => void ask()} className="w-full">
        <i />
        <span>Sign in with a passkey</span>
      </Button>
      {Asking && <Asking presses={presses} onOutcome={report} />}
    </div>
  )
}
