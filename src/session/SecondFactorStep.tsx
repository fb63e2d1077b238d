import type { CallName, RequestOf } from '../../contract/calls'
import type { SecondFactorProof } from '../../contract/second-factor-proof'
import { needsCode, needsPasskey } from '../api/errors'
import { PasskeyStep } from '../passkeys/PasskeyStep'
import { CodeStep } from '../ui/forms/CodeStep'
import { missingCode } from '../ui/forms/submission'

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

/** The fields of a call's body that people type. */
export type TypedField<Name extends CallName> = Exclude<keyof RequestOf<Name>, 'passkey_proof'>

/** @returns what is missing of a second factor's proof, if the form asks for one: a code, or a passkey in its place. */
export const missingProof = ({
  one_time_code,
  passkey_proof,
}: Partial<Record<string, string>>) => ({
  one_time_code: passkey_proof ? null : missingCode(one_time_code),
  passkey_proof:
    one_time_code === undefined && passkey_proof === '' ? 'Please use your passkey.' : null,
})

/** @returns what proves a second factor, as a form has it: a code, or what a passkey signed in its place. */
export function secondFactorOf({
  one_time_code,
  passkey_proof,
}: Partial<Record<string, string>>): SecondFactorProof {
  if (passkey_proof) return { passkey_proof: JSON.parse(passkey_proof) }
  return { one_time_code }
}
