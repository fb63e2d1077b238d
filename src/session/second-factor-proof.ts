import type { CallName, RequestOf } from '../../contract/calls'
import type { SecondFactorProof } from '../../contract/second-factor-proof'
import { missingCode } from '../ui/forms/submission'

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
