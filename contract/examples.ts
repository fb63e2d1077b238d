import type { CallName, calls, RequestOf, ResponseOf } from './calls'

/** A profile with all optional fields. */
type Complete<Body> = { [Field in keyof Body]-?: Exclude<Body[Field], undefined> }

type Example<Name extends CallName> = {
  /** @returns a body with every field of the schema; undefined for calls without one. */
  request: Complete<RequestOf<Name>>
} & ((typeof calls)[Name]['method'] extends 'GET'
  ? /** What it may answer. */ { answer: ResponseOf<Name> }
  : { answer?: undefined })

const caller = {
  full_name: 'Priya Sharma',
  email: 'admin@acme.test',
  contact_number: '+91-9876543210',
}

/**
 * An example of each call, for the API's description. Tests of bad input start from these bodies,
 * and tests of screens use these answers. The app never loads them.
 */
export const examples: { [Name in CallName]: Example<Name> } = {
  login: {
    request: { email: 'admin@acme.test', password: 'orglens-demo', one_time_code: '287082' },
  },
  getProfile: {
    request: undefined,
    answer: {
      ...caller,
      is_subscribed: false,
      organization: {
        name: 'Acme Analytics',
        slug: 'acme-analytics',
        subscription_plan: null,
        org_iframe: '/sample-analytics/?organisation=acme-analytics#theme=transparent',
        org_metabase_name: 'Acme Analytics Overview',
      },
    },
  },
  getDashboardLink: {
    request: { dashboard_id: 'overview' },
  },
  updateProfile: {
    request: { ...caller, current_password: 'orglens-demo' },
  },
  refreshToken: {
    request: { refresh: 'the refresh token of a sign-in' },
  },
  getPricing: {
    request: undefined,
    answer: {
      all_pricing: [
        {
          name: 'Starter',
          tag_line_for_plan: 'For teams finding their feet',
          amount_in_usd: 29,
          interval: 'monthly',
          razorpay_plan_id: 'plan_starter_monthly_usd',
          descriptions: ['1 dashboard', '10 team members'],
        },
      ],
    },
  },
  createSubscription: {
    request: { plan_id: 'plan_starter_monthly_usd' },
  },
  verifySubscription: {
    request: {
      subscription_id: 'sub_00000000000001',
      razorpay_payment_id: 'pay_00000000000001',
      razorpay_signature: 'hex digits',
    },
  },
  cancelSubscription: { request: undefined },
  getSubscriptionActivity: {
    request: undefined,
    answer: {
      data: [
        {
          plan_name: 'Starter',
          status: true,
          upgrade_status: false,
          start_date: '2026-10-12T08:00:00.000Z',
          end_date: null,
        },
      ],
    },
  },
  inviteTeamMembers: {
    request: { emails: ['grace@example.com', 'alan@example.com'] },
  },
  signup: {
    request: {
      fullname: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'analytical engine',
      organization: 'Analytical Engines',
    },
  },
  forgotPassword: {
    request: { email: 'ada@example.com' },
  },
  resetPassword: {
    request: {
      reset_token: 'the token of the link',
      new_password: 'difference engine',
      one_time_code: '287082',
    },
  },
  checkOrganisation: {
    request: { organisation_url: 'acme-analytics' },
  },
  openInvitation: {
    request: { invitation_token: 'the token of the link' },
  },
  logout: {
    request: { refresh: 'the refresh token of a sign-in' },
  },
  changePassword: {
    request: { current_password: 'analytical engine', new_password: 'difference engine' },
  },
  getSessions: {
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
    request: { session_id: '7a1d0f5e-52a5-4c0f-9a86-3d6f0f1b3d33' },
  },
  endOtherSessions: { request: undefined },
  leave: { request: { password: 'analytical engine' } },
  exportAccount: { request: { password: 'analytical engine' } },
  getTeam: {
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
    request: { member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11', is_organization_admin: true },
  },
  removeMember: {
    request: { member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11' },
  },
  resendInvitation: {
    request: { invitation_id: '5d0c8a40-30d4-4f5e-8f0d-1b7f4d7f2c22' },
  },
  revokeInvitation: {
    request: { invitation_id: '5d0c8a40-30d4-4f5e-8f0d-1b7f4d7f2c22' },
  },
  stopRenewing: { request: undefined },
  keepRenewing: { request: undefined },
  checkPayment: { request: undefined },
  getReceipts: {
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
    request: undefined,
    answer: {
      state: 'on',
      required: false,
      since: '2026-10-12T08:00:00.000Z',
      recovery_codes_left: 10,
    },
  },
  beginTwoFactor: { request: { password: 'orglens-demo' } },
  confirmTwoFactor: { request: { code: '287082' } },
  removeTwoFactor: { request: { password: 'orglens-demo', code: '287082' } },
  renewRecoveryCodes: { request: { password: 'orglens-demo', code: '287082' } },
  resetTwoFactor: {
    request: { member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11' },
  },
}
