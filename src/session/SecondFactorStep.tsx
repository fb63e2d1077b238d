import type { CallName, RequestOf } from '../../contract/calls'
import type { SecondFactorProof } from '../../contract/second-factor-proof'
import { needsCode, needsPasskey } from '../api/errors'
import { PasskeyStep } from '../passkeys/PasskeyStep'
import { CodeStep } from '../ui/forms/CodeStep'
import { missingCode } from '../ui/forms/submission'

interface SecondFactorStepProps {
  /** The error with which the form was refused. */
  error: unknown
  /** Whether the sixth digit of a code submits the form. */
  submits?: boolean
  /** The hint that shows if only a passkey is accepted. */
  passkeyHint?: string
}

/** The hint for a user who must show a passkey to add another factor, and has lost it. */
export const lostPasskeys =
  'If you have lost your passkeys, remove them first, or ask an admin to reset your two-factor authentication.'

/** The fields for a second factor, once the server asks for one: a code, a passkey, or either (D92). */
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

/** The fields of a call's body that people type. */
export type TypedField<Name extends CallName> = Exclude<keyof RequestOf<Name>, 'passkey_proof'>

/** @returns the errors of a second factor's fields that the form shows and that are empty. */
export const missingProof = ({
  one_time_code,
  passkey_proof,
}: Partial<Record<string, string>>) => ({
  one_time_code: passkey_proof ? null : missingCode(one_time_code),
  passkey_proof:
    one_time_code === undefined && passkey_proof === '' ? 'Please use your passkey.' : null,
})

/** @returns the second factor from a form's fields: a code, or a passkey's signature. */
export function secondFactorOf({
  one_time_code,
  passkey_proof,
}: Partial<Record<string, string>>): SecondFactorProof {
  if (passkey_proof) return { passkey_proof: JSON.parse(passkey_proof) }
  return { one_time_code }
}
