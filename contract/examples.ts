import type { CallName } from './calls'
import { type Example, extensionExamples } from './extension-examples'

const caller = {
  full_name: 'Priya Sharma',
  email: 'admin@acme.test',
  contact_number: '+91-9876543210',
  renewal_reminders: true,
}

/**
 * An example of each call, for the API's description. Tests of bad input start from these bodies,
 * and tests of screens use these answers. The app never loads them.
 */
export const examples: { [Name in CallName]: Example<Name> } = {
  login: {
    summary: 'Sign in',
    refusals: [401, 404],
    request: { email: 'admin@acme.test', password: 'orglens-demo', one_time_code: '287082' },
  },
  getProfile: {
    summary: 'The caller and their organisation',
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
  updateProfile: {
    summary: 'Change the caller',
    refusals: [409],
    request: {
      ...caller,
      renewal_reminders: false,
      current_password: 'orglens-demo',
      one_time_code: '123456',
    },
  },
  refreshToken: {
    summary: 'A new access token',
    refusals: [401],
    request: { refresh: 'the refresh token of a sign-in' },
  },
  getPricing: {
    summary: 'The plans on offer',
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
    summary: 'Open a checkout',
    refusals: [409, 502],
    request: { plan_id: 'plan_starter_monthly_usd' },
  },
  verifySubscription: {
    summary: 'Prove a payment',
    refusals: [404, 409, 502],
    request: {
      subscription_id: 'sub_00000000000001',
      razorpay_payment_id: 'pay_00000000000001',
      razorpay_signature: 'hex digits',
    },
  },
  cancelSubscription: { summary: 'End the current plan', refusals: [502], request: undefined },
  getSubscriptionActivity: {
    summary: 'All plans there were',
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
    summary: 'Invite by e-mail',
    request: { emails: ['grace@example.com', 'alan@example.com'] },
  },
  signup: {
    summary: 'Register an organisation, or join one by invitation',
    refusals: [409],
    request: {
      fullname: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'analytical engine',
      organization: 'Analytical Engines',
    },
  },
  forgotPassword: {
    summary: 'Ask for a link to set a new password',
    request: { email: 'ada@example.com' },
  },
  resetPassword: {
    summary: 'Set a new password',
    refusals: [409],
    request: {
      reset_token: 'the token of the link',
      new_password: 'difference engine',
      one_time_code: '287082',
    },
  },
  checkOrganisation: {
    summary: 'Whether an organisation exists',
    request: { organisation_url: 'acme-analytics' },
  },
  openInvitation: {
    summary: 'Open the link of an invitation',
    refusals: [409],
    request: { invitation_token: 'the token of the link' },
  },
  ...extensionExamples,
}
