import * as v from 'valibot'
import { type Endpoint, type Examples, forAdmins } from './endpoint'
import { currentPassword, isoDate, longest, textUpTo } from './text'

/*
 * An organisation's name and address, for its admins (D137).
 */

const organisation = v.object({
  name: v.string(),
  slug: v.string(),
  /** Why the slug can't be changed: its dashboards find its data by it. Null: it can be. */
  slug_fixed: v.nullish(v.picklist(['dashboards']), null),
  /** Those that lead to the organisation, too, the last one first. Nobody else gets them until then. */
  former_slugs: v.array(v.object({ slug: v.string(), until: isoDate })),
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
}
