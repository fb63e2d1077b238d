import * as v from 'valibot'
import { type Endpoint, type Examples, forAdmins } from './endpoint'
import { passkeyProofExample, secondFactorProof } from './second-factor-proof'
import { secondFactorRules } from './second-factor-rule'
import { currentPassword, exactUpTo, isoDate, longest, textUpTo } from './text'

/*
 * An organisation's name and address (D136), its second-factor rule (D138) and its deletion (D140), for its admins.
 */

const organisation = v.object({
  name: v.string(),
  slug: v.string(),
  /** The reason why the slug can't be changed: dashboards find their data by it. Null: it can be changed. */
  slug_fixed: v.nullish(v.picklist(['dashboards']), null),
  /** Former slugs that still lead to the organisation, the last one first. Nobody else can take them until then. */
  former_slugs: v.array(v.object({ slug: v.string(), until: isoDate })),
  people: v.object({ all: v.number(), admins: v.number() }),
  invitations: v.number(),
  /** Whether it was founded so recently that it can be deleted at once. */
  can_be_deleted_at_once: v.boolean(),
  /** Whether the plan renews again if the deletion is cancelled. */
  renews_when_kept: v.boolean(),
  /** The reason why a due deletion waits. Null: it doesn't, or it isn't due. */
  waits_for: v.nullish(v.picklist(['plan', 'provider', 'refund']), null),
  /** The people who must have a second factor. Null, like the following: this deployment has none. */
  second_factor: v.nullish(v.picklist(secondFactorRules), null),
  /** The site's own rule. The organisation's can't be looser. */
  second_factor_least: v.nullish(v.picklist(secondFactorRules), null),
  /** Members without a second factor, by join date. */
  without_second_factor: v.nullish(
    v.array(
      v.object({
        member_id: v.string(),
        fullname: v.string(),
        is_organization_admin: v.boolean(),
        /** Whether it is the caller. */
        is_self: v.boolean(),
      }),
    ),
    null,
  ),
})

export const organisationCalls = {
  getOrganisation: {
    isOurs: true,
    method: 'GET',
    path: '/api/organisation/',
    request: null,
    response: organisation,
    ...forAdmins,
  },
  /** Renames the organisation. Its slug stays. */
  renameOrganisation: {
    isOurs: true,
    method: 'POST',
    path: '/api/organisation/name/',
    request: v.object({
      name: textUpTo(longest.name, "An organisation's name may have at most 100 characters."),
    }),
    response: null,
    ...forAdmins,
  },
  changeSlug: {
    isOurs: true,
    method: 'POST',
    path: '/api/organisation/slug/',
    request: v.object({
      slug: exactUpTo(longest.slug, `An address may have at most ${longest.slug} characters.`),
      password: currentPassword,
    }),
    response: v.object({ slug: v.string() }),
    ...forAdmins,
  },
  /** Deletes the organisation in seven days, or at once. */
  deleteOrganisation: {
    isOurs: true,
    method: 'POST',
    path: '/api/organisation/delete/',
    request: v.object({
      /** The organisation's name, typed to confirm. */
      name: textUpTo(longest.name),
      password: currentPassword,
      ...secondFactorProof,
      at_once: v.optional(v.boolean()),
    }),
    response: v.object({ due_at: isoDate }),
    ...forAdmins,
  },
  /** Cancels the deletion. */
  keepOrganisation: {
    isOurs: true,
    method: 'POST',
    path: '/api/organisation/keep/',
    request: null,
    response: v.object({
      /** Whether the plan renews. */
      renews: v.boolean(),
    }),
    ...forAdmins,
  },
  /** Changes the rule about second factors. */
  changeSecondFactorRule: {
    isOurs: true,
    method: 'POST',
    path: '/api/organisation/second-factor/',
    request: v.object({ required: v.picklist(secondFactorRules), ...secondFactorProof }),
    response: null,
    ...forAdmins,
  },
} as const satisfies Record<string, Endpoint>

export const organisationExamples: Examples<typeof organisationCalls> = {
  getOrganisation: {
    summary: 'The organisation: its name and its address',
    request: undefined,
    answer: {
      name: 'Acme Analytics',
      slug: 'acme-analytics',
      slug_fixed: null,
      former_slugs: [{ slug: 'acme', until: '2027-12-28T18:20:00.000Z' }],
      people: { all: 4, admins: 2 },
      invitations: 2,
      can_be_deleted_at_once: false,
      renews_when_kept: false,
      waits_for: null,
      second_factor: 'admins',
      second_factor_least: 'nobody',
      without_second_factor: [
        {
          member_id: '0b1f3a52-6f0e-4a57-9d2c-0c9a6c1f7a11',
          fullname: 'Daniel Okafor',
          is_organization_admin: false,
          is_self: false,
        },
      ],
    },
  },
  renameOrganisation: {
    summary: 'Change its name',
    refusals: [409],
    request: { name: 'Difference Engines' },
  },
  changeSlug: {
    summary: 'Change its address',
    about: 'a secret',
    refusals: [409],
    request: { slug: 'difference-engines', password: 'analytical engine' },
  },
  deleteOrganisation: {
    summary: 'Delete it in seven days',
    about: 'a secret',
    refusals: [409],
    request: {
      name: 'Difference Engines',
      password: 'analytical engine',
      one_time_code: '123456',
      passkey_proof: passkeyProofExample,
      at_once: false,
    },
  },
  keepOrganisation: {
    summary: 'Keep it after all',
    about: 'a state',
    refusals: [409],
    request: undefined,
  },
  changeSecondFactorRule: {
    summary: 'Change whom it asks for a second factor',
    about: 'a state',
    refusals: [404, 409],
    request: { required: 'everybody', one_time_code: '123456', passkey_proof: passkeyProofExample },
  },
}
