import * as v from 'valibot'
import { longest, oneTimeCode, textUpTo } from './text'

/*
 * The proof of a second factor: a code, or a passkey's signature. A browser's answer is WebAuthn in JSON (Web
 * Authentication 3, 5.1), of which only some fields are read. Bytes are in base64url.
 */

export const bytes = textUpTo(longest.credential)
/** The challenge that the browser got, with its expiry. It can be used once. */
export const ceremony = textUpTo(longest.token)
const assertion = v.object({
  id: bytes,
  response: v.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    /** The user that the passkey belongs to. */
    userHandle: v.nullish(bytes, null),
  }),
})
export type Assertion = v.InferOutput<typeof assertion>

export const proof = v.object({ ceremony, credential: assertion })
export type PasskeyProof = v.InferOutput<typeof proof>

/**
 * Our own server only: the proof of a second factor, if one is required (`second_factor_required`,
 * `passkey_required`).
 */
export const secondFactorProof = {
  one_time_code: oneTimeCode,
  /**
   * A passkey's proof, in place of a code. The challenge of a signed-in user is from `beginPasskeyProof`, any other
   * from `beginPasskeySignIn`.
   */
  passkey_proof: v.optional(proof),
}
export interface SecondFactorProof {
  one_time_code?: string | undefined
  passkey_proof?: PasskeyProof | undefined
}

export const passkeyProofExample: PasskeyProof = {
  ceremony: 'the ceremony of an earlier answer',
  credential: {
    id: 'lM7wFpQKJp0ZsmsdD3Aq9g',
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
      signature: 'MEUCIQDq',
      userHandle: 'MGIxZjNhNTItNmYwZS00YTU3LTlkMmMtMGM5YTZjMWY3YTEx',
    },
  },
}
