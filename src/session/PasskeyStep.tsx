import { useState } from 'react'
import { needsCode, needsPasskey } from '../api/errors'
import { useLazyComponent } from '../lib/use-lazy-component'
import { CodeStep } from '../ui/forms/CodeStep'

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

interface SecondFactorStepProps {
  /** Why the form was refused. */
  error: unknown
  /** Whether the sixth digit of a code submits the form. */
  submits?: boolean
  /** Shown where only a passkey will do. */
  passkeyHint?: string
}

/** Tells whoever enrols another factor, which takes one of their passkeys, what to do without them. */
export const lostPasskeys =
  'If you have lost your passkeys, remove them first, or ask an admin to reset your two-factor authentication.'

/** What a form asks for once the server needs a second factor: a code, a passkey, or either (D92). */
export function SecondFactorStep({ error, submits = false, passkeyHint }: SecondFactorStepProps) {
  const isCode = needsCode(error)
  const isPasskey = needsPasskey(error)
  const isOnlyPasskey = isPasskey && !isCode
  return (
    <>
      <CodeStep isNeeded={isCode} submits={submits} />
      <PasskeyStep
        isNeeded={isPasskey}
        isOnlyWay={isOnlyPasskey}
        hint={isOnlyPasskey ? passkeyHint : undefined}
      />
    </>
  )
}
