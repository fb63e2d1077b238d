import * as v from 'valibot'
import { type Endpoint, type Examples, forAnybody, forMembers } from './endpoint'
import {
  bytes,
  ceremony,
  passkeyProofExample,
  proof,
  secondFactorProof,
} from './second-factor-proof'
import { currentPassword, isoDate, longest, textUpTo } from './text'

/* Passkeys: signing in by a key that a device holds, which nobody can guess or be tricked into revealing. The
   options for a browser are WebAuthn in JSON (Web Authentication 3, 5.1). */

export const mostPasskeys = 10

const name = textUpTo(longest.passkeyName, 'A name may have at most 60 characters.')

const attestation = v.object({
  id: bytes,
  response: v.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    /** The ways in which the browser reaches the passkey's device: 'usb', 'hybrid', 'internal'… */
    transports: v.optional(v.pipe(v.array(textUpTo(longest.code)), v.maxLength(10))),
  }),
})
export type Attestation = v.InferOutput<typeof attestation>

const descriptor = v.object({
  id: v.string(),
  type: v.string(),
  transports: v.optional(v.array(v.string())),
})

/** `PublicKeyCredentialRequestOptionsJSON`. */
const assertionAsked = v.object({
  ceremony: v.string(),
  options: v.object({
    challenge: v.string(),
    rpId: v.string(),
    /** In ms. */
    timeout: v.number(),
    userVerification: v.string(),
    /** Absent: any passkey of this site. */
    allowCredentials: v.optional(v.array(descriptor)),
  }),
})

const passkey = v.object({
  passkey_id: v.string(),
  /** The id by which browsers and devices know the passkey. */
  credential_id: v.string(),
  name: v.string(),
  created_at: isoDate,
  /** Null: not used yet. */
  last_used_at: v.nullish(isoDate, null),
  /** Whether several devices have it. */
  is_synced: v.boolean(),
  /** The domain where the passkey works. On another domain than the site's it can't sign in. */
  domain: v.string(),
})

export const passkeyCalls = {
  beginPasskeySignIn: {
    isOurs: true,
    method: 'POST',
    path: '/api/passkeys/begin-sign-in/',
    request: null,
    response: assertionAsked,
    ...forAnybody,
  },
  /**
   * Signs in by a passkey, which counts as two factors. Where no account has the passkey, the refusal's code says so;
   * otherwise it gives no reason.
   */
  signInWithPasskey: {
    isOurs: true,
    method: 'POST',
    path: '/api/passkeys/sign-in/',
    request: proof,
    response: v.object({
      access: v.string(),
      refresh: v.string(),
      is_organization_admin: v.boolean(),
    }),
    ...forAnybody,
  },
  beginPasskeyProof: {
    isOurs: true,
    method: 'POST',
    path: '/api/passkeys/begin-proof/',
    request: null,
    response: assertionAsked,
    ...forMembers,
  },
  getPasskeys: {
    isOurs: true,
    method: 'GET',
    path: '/api/passkeys/',
    request: null,
    response: v.object({
      /** Sorted by age, the oldest first. */
      passkeys: v.array(passkey),
      /** The site's domain. */
      domain: v.string(),
      /** The id by which browsers and devices know the user. */
      user_handle: v.string(),
    }),
    ...forMembers,
    withoutSecondFactor: true,
  },
  beginPasskey: {
    isOurs: true,
    method: 'POST',
    path: '/api/passkeys/begin/',
    request: v.object({ password: currentPassword, ...secondFactorProof }),
    /** `PublicKeyCredentialCreationOptionsJSON`. */
    response: v.object({
      ceremony: v.string(),
      options: v.object({
        challenge: v.string(),
        rp: v.object({ id: v.string(), name: v.string() }),
        user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
        pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.string() })),
        /** In ms. */
        timeout: v.number(),
        excludeCredentials: v.array(descriptor),
        authenticatorSelection: v.object({
          residentKey: v.string(),
          requireResidentKey: v.boolean(),
          userVerification: v.string(),
        }),
        attestation: v.string(),
      }),
    }),
    ...forMembers,
    withoutSecondFactor: true,
  },
  addPasskey: {
    isOurs: true,
    method: 'POST',
    path: '/api/passkeys/add/',
    request: v.object({ ceremony, credential: attestation, name }),
    response: null,
    ...forMembers,
    withoutSecondFactor: true,
  },
  renamePasskey: {
    isOurs: true,
    method: 'POST',
    path: '/api/passkeys/rename/',
    request: v.object({ passkey_id: textUpTo(longest.id), name }),
    response: null,
    ...forMembers,
  },
  removePasskey: {
    isOurs: true,
    method: 'POST',
    path: '/api/passkeys/remove/',
    request: v.object({
      passkey_id: textUpTo(longest.id),
      password: currentPassword,
      ...secondFactorProof,
    }),
    response: null,
    ...forMembers,
  },
} as const satisfies Record<string, Endpoint>

export const passkeyExamples: Examples<typeof passkeyCalls> = {
  beginPasskeySignIn: { summary: 'Ask a browser for a passkey', request: undefined },
  signInWithPasskey: {
    summary: 'Sign in with a passkey',
    about: 'a secret',
    request: passkeyProofExample,
  },
  beginPasskeyProof: {
    summary: 'Ask a browser for a passkey in place of a code',
    request: undefined,
  },
  getPasskeys: {
    summary: "The caller's passkeys",
    request: undefined,
    answer: {
      passkeys: [
        {
          passkey_id: '5a8f2d3e-1c1b-4f0f-8f4d-5d9a0f7f2b11',
          credential_id: 'lM7wFpQKJp0ZsmsdD3Aq9g',
          name: 'iCloud Keychain',
          created_at: '2026-11-03T08:00:00.000Z',
          last_used_at: '2026-11-10T09:30:00.000Z',
          is_synced: true,
          domain: 'orglens.example',
        },
      ],
      domain: 'orglens.example',
      user_handle: 'MGIxZjNhNTItNmYwZS00YTU3LTlkMmMtMGM5YTZjMWY3YTEx',
    },
  },
  beginPasskey: {
    summary: 'Ask a browser for a new passkey',
    refusals: [409],
    request: {
      password: 'orglens-demo',
      one_time_code: '287082',
      passkey_proof: passkeyProofExample,
    },
  },
  addPasskey: {
    summary: 'Add the passkey that a browser made',
    about: 'a secret',
    refusals: [409],
    request: {
      ceremony: 'the ceremony of an earlier answer',
      credential: {
        id: 'lM7wFpQKJp0ZsmsdD3Aq9g',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
          attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
          transports: ['internal', 'hybrid'],
        },
      },
      name: 'iCloud Keychain',
    },
  },
  renamePasskey: {
    summary: 'Rename a passkey',
    about: 'an id',
    refusals: [404],
    request: { passkey_id: '5a8f2d3e-1c1b-4f0f-8f4d-5d9a0f7f2b11', name: 'Work laptop' },
  },
  removePasskey: {
    summary: 'Remove a passkey',
    about: 'an id',
    refusals: [404, 409],
    request: {
      passkey_id: '5a8f2d3e-1c1b-4f0f-8f4d-5d9a0f7f2b11',
      password: 'orglens-demo',
      one_time_code: '287082',
      passkey_proof: passkeyProofExample,
    },
  },
}
