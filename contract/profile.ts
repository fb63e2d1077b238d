import * as v from 'valibot'
import { subscribedPlan } from './billing'
import { type Endpoint, type Examples, forMembers } from './endpoint'
import { passkeyProofExample, secondFactorProof } from './second-factor-proof'
import { address, currentPassword, isoDate, longest, personName, textUpTo } from './text'

/** Nullable fields may also be missing; either way they arrive as null. */
export const profile = v.object({
  full_name: v.string(),
  email: v.string(),
  /** Our own server only: false while nobody has proven the address, absent once somebody has (D90). */
  is_email_confirmed: v.optional(v.boolean()),
  /** Country code, a hyphen, then digits: `+91-9876543210`. Empty or null means none. */
  contact_number: v.nullish(v.string(), null),
  is_subscribed: v.boolean(),
  /**
   * The caller's current permission, which may differ from the one at sign-in; other servers omit
   * it.
   */
  is_organization_admin: v.optional(v.boolean()),
  /**
   * The seconds that the caller has left to set up a second factor, only on our own server. 0: none are left, and until
   * it is set up the profile has neither plan nor dashboards. Null or absent: not required.
   */
  second_factor_due_in: v.nullish(v.number()),
  /** Our own server only: whether an admin gets mails before a yearly renewal (D109). Null for members. */
  renewal_reminders: v.nullish(v.boolean(), null),
  /** Our own server's, for admins: when a plan that is bought now is charged next. */
  next_charges: v.optional(v.object({ monthly: isoDate, yearly: isoDate })),
  organization: v.object({
    name: v.string(),
    slug: v.string(),
    subscription_plan: v.nullish(subscribedPlan, null),
    /** The address of the dashboard's frame. */
    org_iframe: v.nullish(v.string(), null),
    /** Its lifetime in seconds; null or absent: unlimited, or unknown. */
    org_iframe_expires_in: v.nullish(v.number()),
    /** The organisation's dashboards, only on our own server; `org_iframe` opens the first one. */
    dashboards: v.optional(v.array(v.object({ dashboard_id: v.string(), name: v.string() }))),
    /**
     * When the organisation is to be deleted, and who asked for that (D140); only on our own server. Null or absent: it
     * isn't.
     */
    deletion: v.nullish(
      v.object({
        due_at: isoDate,
        requested_at: isoDate,
        requested_by: v.string(),
        /** `deleting`: it is due, and can't be kept. */
        state: v.picklist(['waiting', 'deleting']),
      }),
    ),
    /** The dashboard's heading. */
    org_metabase_name: v.nullish(v.string(), null),
  }),
})
export type Profile = v.InferOutput<typeof profile>

/**
 * Without `contact_number` the stored number stays; empty or null removes it. On our own
 * server a changed email address needs `current_password` (D66); an unchanged one doesn't.
 */
export const profileUpdate = v.object({
  full_name: personName,
  email: address,
  contact_number: v.optional(
    v.nullable(
      textUpTo(longest.contactNumber, 'A contact number is a country code, a hyphen and digits.'),
    ),
  ),
  current_password: v.optional(currentPassword),
  /** A second factor, with `current_password` (D92). */
  ...secondFactorProof,
  /** Our own server only. Absent: unchanged. */
  renewal_reminders: v.optional(v.boolean()),
})
export type ProfileUpdate = v.InferOutput<typeof profileUpdate>

export const profileCalls = {
  getProfile: {
    method: 'GET',
    path: '/api/profile/',
    request: null,
    response: profile,
    ...forMembers,
    withoutSecondFactor: true,
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/profile/',
    request: profileUpdate,
    response: profile,
    ...forMembers,
  },
} as const satisfies Record<string, Endpoint>

export const profileExamples: Examples<typeof profileCalls> = {
  getProfile: {
    summary: 'The caller and their organisation',
    request: undefined,
    answer: {
      full_name: 'Priya Sharma',
      email: 'admin@acme.test',
      contact_number: '+91-9876543210',
      renewal_reminders: true,
      next_charges: { monthly: '2026-12-05T08:00:00.000Z', yearly: '2027-11-05T08:00:00.000Z' },
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
      full_name: 'Priya Sharma',
      email: 'admin@acme.test',
      contact_number: '+91-9876543210',
      renewal_reminders: false,
      current_password: 'orglens-demo',
      one_time_code: '123456',
      passkey_proof: passkeyProofExample,
    },
  },
}
