import { useState } from 'react'
import { useLazyComponent } from '../lib/use-lazy-component'

const importProof = () => import('./PasskeyProof').then((module) => module.PasskeyProof)

interface PasskeyStepProps {
  isNeeded: boolean
  isOnlyWay?: boolean
  hint?: string | undefined
}

/** The button for a passkey instead of a code, once the server accepts one. */
export function PasskeyStep({ isNeeded, isOnlyWay = false, hint }: PasskeyStepProps) {
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded && !wasNeeded) setWasNeeded(true)
  const { code: Proof } = useLazyComponent(importProof, isNeeded ? 'now' : 'asked')
  return wasNeeded && Proof && <Proof isOnlyWay={isOnlyWay} hint={hint} />
}
