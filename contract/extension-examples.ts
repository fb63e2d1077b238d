import type { CallName, calls, RequestOf, ResponseOf } from './calls'
import type { extensionEndpoints } from './extensions'

/** A profile with all optional fields. */
type Complete<Body> = { [Field in keyof Body]-?: Exclude<Body[Field], undefined> }

/** An example of a call. */
export type Example<Name extends CallName> = {
  /** What the call is for, in the API's description. */
  summary: string
  /** Refusals beyond those that follow from the call's place in the contract. */
  refusals?: readonly number[]
  /** @returns a body with every field of the schema; undefined for calls without one. */
  request: Complete<RequestOf<Name>>
} & ((typeof calls)[Name]['method'] extends 'GET'
  ? /** What it may answer. */ { answer: ResponseOf<Name> }
  : { answer?: undefined })

/** Those of our own server's calls: part of `examples`. */
export const extensionExamples: { [Name in keyof typeof extensionEndpoints]: Example<Name> } = {
  getDashboardLink: {
    summary: 'A new link to a dashboard',
    refusals: [404],
    request: { dashboard_id: 'overview' },
  },
  logout: { summary: 'End a session', request: { refresh: 'the refresh token of a sign-in' } },
  changePassword: {
    summary: "Change the caller's password",
    request: {
      current_password: 'analytical engine',
      new_password: 'difference engine',
      one_time_code: '123456',
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
        },
      ],
    },
  },
  endSession: {
    summary: "End one of the caller's sessions",
    refusals: [404],
    request: { session_id: '7a1d0f5e-52a5-4c0f-9a86-3d6f0f1b3d33' },
  },
  endOtherSessions: {
    summary: "End all of the caller's sessions but this one",
    request: undefined,
  },
  leave: {
    summary: "Delete the caller's account",
    refusals: [409],
    request: { password: 'analytical engine', one_time_code: '123456' },
  },
  exportAccount: {
    summary: 'Everything that is kept about the caller',
    request: { password: 'analytical engine', one_time_code: '123456' },
  },
  confirmAddress: {
    summary: "Confirm the caller's e-mail address",
    request: { address_token: 'the token of a mailed link' },
  },
  mailAddressLink: {
    summary: "Mail the link that confirms the caller's e-mail address",
    refusals: [409],
    request: undefined,
  },
  releaseAddress: {
    summary: 'Take an unproven e-mail address from an account',
    refusals: [409],
    request: { address_token: 'the token of a mailed link' },
  },
  getTeam: {
    summary: 'Members, invitations and places',
    request: undefined,
    answer: {
      members: [
        {
          member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11',
          full_name: 'Priya Sharma',
          email: 'admin@acme.test',
          is_organization_admin: true,
          joined_at: '2026-01-12T08:00:00.000Z',
          is_self: true,
        },
      ],
      invitations: [
        {
          invitation_id: '5d0c8a40-30d4-4f5e-8f0d-1b7f4d7f2c22',
          email: 'grace@example.com',
          invited_by: 'Priya Sharma',
          state: 'sent',
          state_since: '2026-10-12T08:00:00.000Z',
          failure: null,
          expires_at: '2026-10-19T08:00:00.000Z',
        },
      ],
      places: { taken: 1, reserved: 1, limit: 10 },
    },
  },
  setRole: {
    summary: 'Make a member an admin, or an admin a member',
    refusals: [404, 409],
    request: {
      member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11',
      is_organization_admin: true,
      one_time_code: '123456',
    },
  },
  removeMember: {
    summary: "Delete a member's account",
    refusals: [404, 409],
    request: { member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11', one_time_code: '123456' },
  },
  resendInvitation: {
    summary: 'Send an invitation again',
    refusals: [404, 409],
    request: { invitation_id: '5d0c8a40-30d4-4f5e-8f0d-1b7f4d7f2c22' },
  },
  revokeInvitation: {
    summary: "Void an invitation's link",
    refusals: [404],
    request: { invitation_id: '5d0c8a40-30d4-4f5e-8f0d-1b7f4d7f2c22' },
  },
  stopRenewing: {
    summary: 'Let the current plan end with its period',
    refusals: [409],
    request: undefined,
  },
  keepRenewing: { summary: 'Take that back', refusals: [409], request: undefined },
  checkPayment: {
    summary: 'Ask the payment provider about the current plan',
    refusals: [409, 502],
    request: undefined,
  },
  changePaymentMethod: {
    summary: "Prove a change of the current plan's payment method",
    refusals: [409],
    request: {
      subscription_id: 'sub_00000000000001',
      razorpay_payment_id: 'pay_00000000000001',
      razorpay_signature: 'hex digits',
    },
  },
  getReceipts: {
    summary: 'What was paid, the latest first',
    request: undefined,
    answer: {
      data: [
        {
          receipt_id: 'inv_00000000000001',
          taken_at: '2026-10-14T08:00:00.000Z',
          plan_name: 'Growth',
          period_start: '2026-10-14T08:00:00.000Z',
          period_end: '2026-11-14T08:00:00.000Z',
          amount: 9900,
          refunded_amount: 0,
          currency: 'USD',
          state: 'paid',
          number: 'R-0001',
          payment_id: 'pay_00000000000001',
          url: 'https://rzp.io/i/example',
          payment_method: { kind: 'card', network: 'Visa', last_digits: '4242' },
        },
      ],
      seller: 'Orglens Ltd\n1 Example Street, Berlin',
    },
  },
  getAuditLog: {
    summary: 'Who did what, newest first',
    request: {
      before: 'next of the answer before',
      most: 100,
      action: 'made-admin',
      text: 'priya',
    },
    answer: {
      data: [
        {
          entry_id: '019a8b7c6d5e000000a1b2c3d4e5f6',
          at: '2026-10-12T08:00:00.000Z',
          actor: { kind: 'user', name: 'Priya Sharma', email: 'admin@acme.test' },
          action: 'made-admin',
          subject: 'Daniel Okafor',
          details: {},
          network: '203.0.113.7',
        },
      ],
      next: null,
    },
  },
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
    request: { password: 'orglens-demo' },
  },
  confirmTwoFactor: {
    summary: 'Turn a second factor on by its first code',
    refusals: [404, 409],
    request: { code: '287082' },
  },
  removeTwoFactor: {
    summary: 'Switch a second factor off',
    refusals: [404, 409],
    request: { password: 'orglens-demo', code: '287082' },
  },
  renewRecoveryCodes: {
    summary: 'New recovery codes',
    refusals: [404, 409],
    request: { password: 'orglens-demo', code: '287082' },
  },
  resetTwoFactor: {
    summary: "Take a member's second factor off",
    refusals: [404, 409],
    request: { member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11', one_time_code: '123456' },
  },
}
