import { needsCode, needsPasskey } from '../api/errors'
import { PasskeyStep } from '../passkeys/PasskeyStep'
import { CodeStep } from '../ui/forms/CodeStep'

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
