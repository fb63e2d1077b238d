import { useOnceNeeded } from '../lib/use-lazy-component'

const importProof = () => import('./PasskeyProof').then((module) => module.PasskeyProof)

interface PasskeyStepProps {
  isNeeded: boolean
  isOnlyWay?: boolean
  hint?: string | undefined
}

/** The button for a passkey instead of a code, once the server accepts one. */
export function PasskeyStep({ isNeeded, isOnlyWay = false, hint }: PasskeyStepProps) {
  const Proof = useOnceNeeded(importProof, isNeeded)
  return Proof && <Proof isOnlyWay={isOnlyWay} hint={hint} />
}
