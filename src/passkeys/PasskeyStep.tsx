import { useState } from 'react'
import { useLazyComponent } from '../lib/use-lazy-component'

const importProof = () => import('./PasskeyProof').then((module) => module.PasskeyProof)

interface PasskeyStepProps {
  isNeeded: boolean
  isOnlyWay?: boolean
  hint?: string | undefined
}

/** The button for a passkey in place of a code, which a form shows once one will do. */
export function PasskeyStep({ isNeeded, isOnlyWay = false, hint }: PasskeyStepProps) {
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded && !wasNeeded) setWasNeeded(true)
  const { code: Proof } = useLazyComponent(importProof, isNeeded ? 'now' : 'asked')
  return wasNeeded && Proof && <Proof isOnlyWay={isOnlyWay} hint={hint} />
}
