import slugify from '@sindresorhus/slugify'
import { slugPattern } from '../../contract/slug'
import { longest } from '../../contract/text'
import { HttpError } from '../api/http-error'
import type { Services } from '../api/services'
import { add, type ChangeStore, type Reading, set, type Write } from '../store/change'
import { requireVisible } from './person'
import { isReserved } from './reserved-slugs'
import type { Organisation, Slug } from './tables'
import { oneLine, withoutPasted } from './visible-text'

const longestName = 100

interface SlugStore {
  store: Pick<ChangeStore, 'one'>
}

/**
 * @returns the name in one form, on one line.
 * @throws HttpError 422 without a letter or digit, for too long a name, or for invisible characters.
 */
export function requireOrganisationName(typed: string): string {
  const name = withoutPasted(typed)
  // Length comes first: normalising takes time quadratic in it.
  const trimmed = name.length <= longest.name ? oneLine(name).normalize('NFC') : null
  if (trimmed === null || [...trimmed].length > longestName) {
    throw new HttpError(422, `An organisation's name may have at most ${longestName} characters.`)
  }
  if (!/[\p{L}\p{N}]/u.test(trimmed)) {
    throw new HttpError(422, "An organisation's name needs at least one letter or digit.")
  }
  requireVisible(name)
  return trimmed
}

/**
 * @returns the slug of an organisation's name: lower case, ASCII, hyphens. Equal names have equal slugs, so a slug finds
 *   a taken name. A reserved slug gets a suffix, unless an organisation has it from before it was reserved. A name without
 *   an ASCII transliteration gets a short hash.
 * @throws HttpError 422 as `requireOrganisationName` does.
 */
export async function slugOf(
  { store, productName, clock }: Pick<Services, 'productName' | 'clock'> & SlugStore,
  name: string,
): Promise<string> {
  const trimmed = requireOrganisationName(name)
  const slug = slugify(trimmed, { decamelize: false }).slice(0, longest.slug).replace(/-+$/, '')
  if (slug === '') return `org-${await shortHash(trimmed.toLowerCase())}`
  const isFree = !isReserved(slug, productName)
  return isFree || (await findOrganisationBySlug(store, slug, clock())) ? slug : `${slug}-org`
}

/** @returns a typed slug. @throws HttpError 422 for a text that can't be a slug. */
export function requireSlug(slug: string, productName: string): string {
  if (!slugPattern.test(slug)) {
    throw new HttpError(422, 'Lower-case letters, digits and hyphens only.')
  }
  if (isReserved(slug, productName)) throw new HttpError(422, 'This address is reserved.')
  return slug
}

async function shortHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest).subarray(0, 5)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}

/*
 * The owner of each slug (D136). An organisation owns the slug of its address, the slug of its name, which may differ after a
 * change, and former ones for a time. If two claim a slug at once, the unique key lets one of them decide again.
 */

/** @returns the organisation that a slug leads to; null for none. */
export async function findOrganisationBySlug(
  store: SlugStore['store'],
  slug: string,
  now: Date,
): Promise<Organisation | null> {
  const [organisation, owner] = await Promise.all([
    store.one('organisations', { slug }),
    store.one('slugs', { slug }),
  ])
  if (organisation || !owner?.organisationId || isFree(owner, now)) return organisation
  return store.one('organisations', { id: owner.organisationId })
}

/**
 * @param organisationId an organisation that exists once the writes are saved.
 * @param use `isName`: as the slug of the organisation's name; `heldUntil: null`: as the slug of its address.
 * @returns the writes that give it a slug; `taken` if that is another's address or name; `held` if it is held for
 *   another.
 */
export async function claimSlug(
  read: Reading,
  slug: string,
  organisationId: string,
  now: Date,
  use: { isName?: true; heldUntil?: null },
): Promise<Write[] | 'taken' | 'held'> {
  const owner = await read.one('slugs', { slug })
  const claimed = { organisationId, isName: false, heldUntil: null, ...use }
  if (!owner) return [add('slugs', { slug, ...claimed })]
  if (owner.organisationId === organisationId) return [set('slugs', { slug }, use)]
  if (isFree(owner, now)) return [set('slugs', { slug }, claimed)]
  const isUsed = owner.isName || owner.heldUntil === null
  return owner.organisationId !== null && isUsed ? 'taken' : 'held'
}

const isFree = ({ isName, heldUntil }: Slug, now: Date) =>
  !isName && heldUntil !== null && heldUntil <= now
