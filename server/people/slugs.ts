import { add, type ChangeStore, type Reading, set, type Write } from '../store/change'
import type { Organisation, Slug } from './tables'

/*
 * Whose a slug is: an organisation's address, the slug of its name, which may be another after a change, or held for it
 * because it was one of them (D136). Of two who claim one at once, one decides again and finds the other.
 */

/** @returns the organisation that a slug leads to; null: none. */
export async function findOrganisationBySlug(
  store: Pick<ChangeStore, 'one'>,
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
 * @param organisationId one that is there by then.
 * @param as what it becomes; the rest stays as it is.
 * @returns the writes that give it a slug; otherwise `taken`: it is another's address or name, or `held` for somebody.
 */
export async function claimSlug(
  read: Reading,
  slug: string,
  organisationId: string,
  now: Date,
  as: { isName?: true; heldUntil?: null },
): Promise<Write[] | 'taken' | 'held'> {
  const owner = await read.one('slugs', { slug })
  const claimed = { organisationId, isName: false, heldUntil: null, ...as }
  if (!owner) return [add('slugs', { slug, ...claimed })]
  if (owner.organisationId === organisationId) return [set('slugs', { slug }, as)]
  if (isFree(owner, now)) return [set('slugs', { slug }, claimed)]
  const isUsed = owner.isName || owner.heldUntil === null
  return owner.organisationId !== null && isUsed ? 'taken' : 'held'
}

const isFree = ({ isName, heldUntil }: Slug, now: Date) =>
  !isName && heldUntil !== null && heldUntil <= now
