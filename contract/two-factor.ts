import * as v from 'valibot'
import { type Endpoint, type Examples, forAdmins, forMembers } from './endpoint'
import { passkeyProofExample, secondFactorProof } from './second-factor-proof'
import { currentPassword, exactUpTo, isoDate, longest, textUpTo } from './text'

/*
 * A second factor: signing in also asks for the code of an authenticator app. A deployment can do without it (D43).
 */

/** An app's code, or a recovery code. */
const code = exactUpTo(longest.code)

const twoFactor = v.object({
  state: v.picklist(['off', 'on']),
  /** Whether the caller must have one. */
  required: v.boolean(),
  /** The time since when it is on. Null: off. */
  since: v.nullish(isoDate, null),
  recovery_codes_left: v.number(),
})
export type TwoFactor = v.InferOutput<typeof twoFactor>

/** The input of calls that change an active factor: a code, or a passkey instead. */
const provenRequest = v.object({
  password: currentPassword,
  code: v.optional(code),
  passkey_proof: secondFactorProof.passkey_proof,
})
/** Shown only once. */
const recoveryCodes = v.object({ recovery_codes: v.array(v.string()) })

export const twoFactorCalls = {
  getTwoFactor: {
    isOurs: true,
    method: 'GET',
    path: '/api/two-factor/',
    request: null,
    response: twoFactor,
    ...forMembers,
    withoutSecondFactor: true,
  },
  /** Creates a secret. The second factor stays off until the secret's first code arrives, within 10 minutes. */
  beginTwoFactor: {
    isOurs: true,
    method: 'POST',
    path: '/api/two-factor/begin/',
    request: v.object({
      password: currentPassword,
      /** Required of a user who has a passkey (`passkey_required`). */
      passkey_proof: secondFactorProof.passkey_proof,
    }),
    response: v.object({
      /** Base32, as authenticator apps expect it. */
      secret: v.string(),
      /** The same as an `otpauth:` URI, for a QR code. */
      uri: v.string(),
    }),
    ...forMembers,
    withoutSecondFactor: true,
  },
  confirmTwoFactor: {
    isOurs: true,
    method: 'POST',
    path: '/api/two-factor/confirm/',
    request: v.object({ code }),
    response: recoveryCodes,
    ...forMembers,
    withoutSecondFactor: true,
  },
  removeTwoFactor: {
    isOurs: true,
    method: 'POST',
    path: '/api/two-factor/remove/',
    request: provenRequest,
    response: null,
    ...forMembers,
  },
  /** Replaces the recovery codes. The old ones become void. */
  renewRecoveryCodes: {
    isOurs: true,
    method: 'POST',
    path: '/api/two-factor/new-recovery-codes/',
    request: provenRequest,
    response: recoveryCodes,
    ...forMembers,
  },
  /** Removes the second factor of another user, who has lost it. */
  resetTwoFactor: {
    isOurs: true,
    method: 'POST',
    path: '/api/team/reset-two-factor/',
    request: v.object({ member_id: textUpTo(longest.id), ...secondFactorProof }),
    response: null,
    ...forAdmins,
  },
} as const satisfies Record<string, Endpoint>

export const twoFactorExamples: Examples<typeof twoFactorCalls> = {
  getTwoFactor: {
    summary: "The caller's second factor",
    refusals: [404],
    request: undefined,
    answer: {
      state: 'on',
      required: false,
      since: '2026-10-12T08:00:00.000Z',
      recovery_codes_left: 10,
    },
  },
  beginTwoFactor: {
    summary: 'A secret for an authenticator app',
    refusals: [404, 409],
    request: { password: 'orglens-demo', passkey_proof: passkeyProofExample },
  },
  confirmTwoFactor: {
    summary: 'Turn a second factor on by its first code',
    about: 'a state',
    refusals: [404, 409],
    request: { code: '287082' },
  },
  removeTwoFactor: {
    summary: 'Switch a second factor off',
    about: 'a state',
    refusals: [404, 409],
    request: {
      password: 'orglens-demo',
      code: '287082',
      passkey_proof: passkeyProofExample,
    },
  },
  renewRecoveryCodes: {
    summary: 'New recovery codes',
    about: 'a state',
    refusals: [404, 409],
    request: {
      password: 'orglens-demo',
      code: '287082',
      passkey_proof: passkeyProofExample,
    },
  },
  resetTwoFactor: {
    summary: "Take a member's second factor off",
    about: 'an id',
    refusals: [404, 409],
    request: {
      member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11',
      one_time_code: '123456',
      passkey_proof: passkeyProofExample,
    },
  },
}
