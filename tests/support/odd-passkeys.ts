import fc from 'fast-check'
import type { Attestation } from '../../contract/passkeys'
import type { Assertion } from '../../contract/second-factor-proof'

const bytes = fc.uint8Array({ maxLength: 200 }).map((one) => Buffer.from(one))

/** Something else than a text in base64url: some bytes of it are others or missing, or all of them are. */
function odd(text: string): fc.Arbitrary<string> {
  const spoiled = fc.tuple(fc.nat(), fc.nat(255), fc.boolean()).map(([at, byte, isCut]) => {
    const right = Buffer.from(text, 'base64url')
    if (isCut) return right.subarray(0, at % right.length)
    right[at % right.length] = (right[at % right.length] ?? 0) ^ (byte || 1)
    return right
  })
  return fc.oneof(spoiled, bytes).map((one) => one.toString('base64url'))
}

/** @returns what a passkey signed, with one part that isn't right. */
export function oddAssertion({ id, response }: Assertion): fc.Arbitrary<Assertion> {
  return fc
    .oneof(
      odd(response.clientDataJSON).map((clientDataJSON) => ({ clientDataJSON })),
      odd(response.authenticatorData).map((authenticatorData) => ({ authenticatorData })),
      odd(response.signature).map((signature) => ({ signature })),
      fc.string({ maxLength: 50 }).map((signature) => ({ signature })),
      odd(response.userHandle ?? '').map((userHandle) => ({ userHandle })),
    )
    .map((changed) => ({ id, response: { ...response, ...changed } }))
    .filter((one) => JSON.stringify(one.response) !== JSON.stringify(response))
}

/** @returns a new passkey, with one part that isn't what the device made. */
export function oddAttestation({ id, response }: Attestation): fc.Arbitrary<Attestation> {
  return fc
    .oneof(
      odd(response.clientDataJSON).map((clientDataJSON) => ({ clientDataJSON })),
      odd(response.attestationObject).map((attestationObject) => ({ attestationObject })),
    )
    .map((changed) => ({ id, response: { ...response, ...changed } }))
}
