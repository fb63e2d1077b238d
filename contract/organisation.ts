import * as v from 'valibot'
import { type Endpoint, type Examples, forAdmins } from './endpoint'
import { currentPassword, isoDate, longest, oneTimeCode, textUpTo } from './text'

/*
 * An organisation's name and address (D137) and its end (D140), for its admins.
 */

const organisation = v.object({
  name: v.string(),
  slug: v.string(),
  /** Why the slug can't be changed: its dashboards find its data by it. Null: it can be. */
  slug_fixed: v.nullish(v.picklist(['dashboards']), null),
  /** Those that lead to the organisation, too, the last one first. Nobody else gets them until then. */
  former_slugs: v.array(v.object({ slug: v.string(), until: isoDate })),
  /** How many people and open invitations it has. */
  people: v.number(),
  invitations: v.number(),
  /** Whether it can be deleted without waiting, because it was founded just now. */
  can_be_deleted_at_once: v.boolean(),
  /** Whether its plan renews again if it is kept. */
  renews_when_kept: v.boolean(),
  /** What its deletion, once due, waits for; null: nothing, or it isn't due. */
  waits_for: v.nullish(v.picklist(['plan', 'provider', 'refund']), null),
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
  /** The slug stays. */
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
      slug: textUpTo(longest.slug, `An address may have at most ${longest.slug} characters.`),
      password: currentPassword,
    }),
    response: v.object({ slug: v.string() }),
    ...forAdmins,
  },
  /** In seven days, or at once. */
  deleteOrganisation: {
    isOurs: true,
    method: 'POST',
    path: '/api/organisation/delete/',
    request: v.object({
      /** As it stands, typed to confirm it. */
      name: textUpTo(longest.name),
      password: currentPassword,
      one_time_code: oneTimeCode,
      at_once: v.optional(v.boolean()),
    }),
    response: v.object({ due_at: isoDate }),
    ...forAdmins,
  },
  /** Takes that back. */
  keepOrganisation: {
    isOurs: true,
    method: 'POST',
    path: '/api/organisation/keep/',
    request: null,
    response: v.object({
      /** Whether its plan renews. */
      renews: v.boolean(),
    }),
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
      people: 4,
      invitations: 2,
      can_be_deleted_at_once: false,
      renews_when_kept: false,
      waits_for: null,
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
      at_once: false,
    },
  },
  keepOrganisation: {
    summary: 'Keep it after all',
    refusals: [409],
    request: undefined,
  },
}
