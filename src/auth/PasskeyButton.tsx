import { useState } from 'react'
import { useLazyComponent } from '../lib/use-lazy-component'
import { Button } from '../ui/Button'

const importAsking = () => import('./PasskeyAsking').then((module) => module.PasskeyAsking)

/** What has become of signing in by passkey; null: nothing yet. */
export type PasskeyOutcome = 'asking' | 'signed-in' | { text: string } | null

/** @returns the refusal that a form shows; null: none. */
export const refusalBy = (outcome: PasskeyOutcome) => (typeof outcome === 'object' ? outcome : null)

export interface PasskeyReport {
  onOutcome: (outcome: PasskeyOutcome) => void
  onSignedIn: () => void
}

/**
 * Signs in by passkey, where the browser has them: that is known before the first paint, or it would move the page
 * (`src/boot/boot.ts`). The field for the address offers them, too, once the code for it is there.
 */
export function PasskeyButton({ outcome, ...report }: PasskeyReport & { outcome: PasskeyOutcome }) {
  const [presses, setPresses] = useState(0)
  const { code: Asking, load } = useLazyComponent(importAsking)

  async function ask() {
    setPresses(presses + 1)
    if (!(await load())) report.onOutcome({ text: 'That could not be loaded. Please try again.' })
  }

  return (
    <div className="mb-3 hidden [.boot-passkeys_&]:block">
      <Button
        look="secondary"
        busy={outcome === 'asking'}
        onClick={() => void ask()}
        className="w-full"
      >
        {outcome !== 'asking' && <span className="passkey-icon size-4" />}
        Sign in with a passkey
      </Button>
      {Asking && <Asking presses={presses} {...report} />}
    </div>
  )
}
