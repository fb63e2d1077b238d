import * as v from 'valibot'
import { type Endpoint, type Examples, forAnybody, forMembers } from './endpoint'
import { passkeyProofExample, secondFactorProof } from './second-factor-proof'
import { currentPassword, isoDate, longest, newPassword, textUpTo } from './text'

/*
 * A user's own password, sessions and data.
 */

const session = v.object({
  session_id: v.string(),
  /** The browser's name: 'Firefox on Windows'. */
  browser: v.string(),
  /** The network of its last renewal: an IPv4 address, or the /64 of an IPv6 one; null: unknown. */
  network: v.nullish(v.string(), null),
  signed_in_at: isoDate,
  last_active_at: isoDate,
  /** Whether it is the caller's session. */
  is_current: v.boolean(),
  /** Whether the session was started by passkey. */
  is_by_passkey: v.optional(v.boolean()),
})

/** The input of both calls that export or delete data. */
const passwordRequest = v.object({ password: currentPassword, ...secondFactorProof })

/** The token of the link that asks an unproven address whether it is its account's (D90). */
const addressTokenRequest = v.object({ address_token: textUpTo(longest.token) })

export const accountCalls = {
  /** Ends every other session, and voids every reset. */
  changePassword: {
    isOurs: true,
    method: 'POST',
    path: '/api/account/password/',
    request: v.object({
      current_password: currentPassword,
      new_password: newPassword,
      ...secondFactorProof,
    }),
    response: null,
    ...forMembers,
  },
  getSessions: {
    isOurs: true,
    method: 'GET',
    path: '/api/account/sessions/',
    request: null,
    /** Sorted by last activity, after the caller's own session. */
    response: v.object({ sessions: v.array(session) }),
    ...forMembers,
  },
  endSession: {
    isOurs: true,
    method: 'POST',
    path: '/api/account/end-session/',
    request: v.object({ session_id: textUpTo(longest.id) }),
    response: null,
    ...forMembers,
  },
  endOtherSessions: {
    isOurs: true,
    method: 'POST',
    path: '/api/account/end-other-sessions/',
    request: null,
    response: null,
    ...forMembers,
  },
  /** Deletes the caller's account. */
  leave: {
    isOurs: true,
    method: 'POST',
    path: '/api/account/leave/',
    request: passwordRequest,
    response: null,
    ...forMembers,
  },
  exportAccount: {
    isOurs: true,
    method: 'POST',
    path: '/api/account/export/',
    request: passwordRequest,
    /** The data as a document, which docs/extensions.md describes. */
    response: v.record(v.string(), v.unknown()),
    ...forMembers,
  },
  /** Confirms the caller's address, with the link that was mailed there. */
  confirmAddress: {
    isOurs: true,
    method: 'POST',
    path: '/api/account/confirm-address/',
    request: addressTokenRequest,
    response: null,
    ...forMembers,
  },
  /** Mails the link again. */
  mailAddressLink: {
    isOurs: true,
    method: 'POST',
    path: '/api/account/mail-address-link/',
    request: null,
    response: null,
    ...forMembers,
  },
  /** Takes an unproven address from an account, for the owner of its mailbox. */
  releaseAddress: {
    isOurs: true,
    method: 'POST',
    path: '/api/release-address/',
    request: addressTokenRequest,
    response: null,
    ...forAnybody,
  },
} as const satisfies Record<string, Endpoint>

export const accountExamples: Examples<typeof accountCalls> = {
  changePassword: {
    summary: "Change the caller's password",
    about: 'a secret',
    request: {
      current_password: 'analytical engine',
      new_password: 'difference engine',
      one_time_code: '123456',
      passkey_proof: passkeyProofExample,
    },
  },
  getSessions: {
    summary: 'Where the caller is signed in',
    request: undefined,
    answer: {
      sessions: [
        {
          session_id: '7a1d0f5e-52a5-4c0f-9a86-3d6f0f1b3d33',
          browser: 'Firefox on Windows',
          network: '203.0.113.7',
          signed_in_at: '2026-11-03T08:00:00.000Z',
          last_active_at: '2026-11-10T09:30:00.000Z',
          is_current: true,
          is_by_passkey: true,
        },
      ],
    },
  },
  endSession: {
    summary: "End one of the caller's sessions",
    about: 'an id',
    refusals: [404],
    request: { session_id: '7a1d0f5e-52a5-4c0f-9a86-3d6f0f1b3d33' },
  },
  endOtherSessions: {
    summary: "End all of the caller's sessions but this one",
    request: undefined,
  },
  leave: {
    summary: "Delete the caller's account",
    about: 'a secret',
    refusals: [409],
    request: {
      password: 'analytical engine',
      one_time_code: '123456',
      passkey_proof: passkeyProofExample,
    },
  },
  exportAccount: {
    summary: 'Everything that is kept about the caller',
    about: 'a secret',
    request: {
      password: 'analytical engine',
      one_time_code: '123456',
      passkey_proof: passkeyProofExample,
    },
  },
  confirmAddress: {
    summary: "Confirm the caller's email address",
    about: 'a secret',
    request: { address_token: 'the token of a mailed link' },
  },
  mailAddressLink: {
    summary: "Mail the link that confirms the caller's email address",
    about: 'a state',
    refusals: [409],
    request: undefined,
  },
  releaseAddress: {
    summary: 'Take an unproven email address from an account',
    about: 'a secret',
    refusals: [409],
    request: { address_token: 'the token of a mailed link' },
  },
}
