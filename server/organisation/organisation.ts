import type { RequestOf, ResponseOf } from '../../contract/calls'
import { addressHeldDays } from '../../contract/slug'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { readFields } from '../api/fields'
import { FieldsError, HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import { withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { requirePassword } from '../auth/proof'
import { day, later } from '../lib/time'
import { byUser } from '../people/author'
import { claimSlug, requireOrganisationName, requireSlug, slugOf } from '../people/slug'
import { above, ensure, not, set } from '../store/change'
import { entryOf } from '../store/entry'
import { isOpen } from '../team/seats'
import { readTeam } from '../team/team'
import { canRenewAgain } from './deletion'
import { canBeDeletedAtOnce, obstacleOf } from './erasure'
import { secondFactorRuleOf } from './second-factor-rule'

/** Milliseconds for which a former address leads to its organisation (D136). */
const addressHeld = addressHeldDays * day
/**
 * Milliseconds for which the slug of a former name leads to its organisation: as long as an invitation with that name
 * is valid.
 */
const nameHeld = 7 * day

const fixedText = 'It can’t be changed: your dashboards use it to find your data.'
const refusals = {
  taken: 'This address is taken.',
  held: 'This address is reserved for another organisation.',
}

/** @returns the caller's organisation as its admins see it. */
export async function organisationOf(
  services: Services,
  caller: Pick<Caller, 'user' | 'organisation'>,
): Promise<ResponseOf<'getOrganisation'>> {
  const { store, clock, dashboards, payments } = services
  const { organisation } = caller
  const { id, name, slug } = organisation
  const now = clock()
  const organisationId = id
  const [former, { members, invitations }, subscriptions, deletion] = await Promise.all([
    store.all('slugs', { organisationId, heldUntil: above(now) }),
    readTeam(services, organisationId),
    store.all('subscriptions', { organisationId }),
    store.one('deletions', { organisationId }),
  ])
  const isDue = deletion !== null && deletion.dueAt <= now
  return {
    name,
    slug,
    slug_fixed: dashboards.selectsBySlug ? 'dashboards' : null,
    former_slugs: former
      .map((one) => ({ slug: one.slug, until: one.heldUntil?.toISOString() ?? '' }))
      .sort((one, other) => (one.until < other.until ? 1 : -1)),
    people: { all: members.length, admins: members.filter(({ isAdmin }) => isAdmin).length },
    invitations: invitations.filter((one) => isOpen(one, now)).length,
    can_be_deleted_at_once: canBeDeletedAtOnce(organisation, members.length, subscriptions, now),
    renews_when_kept: subscriptions.some((one) =>
      canRenewAgain(one, deletion, payments.now() ?? now),
    ),
    waits_for: isDue ? await obstacleOf(store, id, now, services.tax) : null,
    ...secondFactorRuleOf(services, caller, members),
  }
}

/**
 * Renames the caller's organisation. Its slug stays, and the slug of the new name is reserved for it.
 * @throws FieldsError 422 for an invalid name, 409 if the slug of the name is another organisation's.
 * @throws HttpError 429 after ten changes in a day.
 */
export async function renameOrganisation(
  services: Services,
  caller: Caller,
  network: Network,
  typed: string,
): Promise<void> {
  const { name } = readFields({ name: () => requireOrganisationName(typed) })
  const slug = await slugOf(services, name)
  const { id } = caller.organisation
  const author = byUser(caller.user, network)
  const lock = { organisation: id }
  const rename = () =>
    services.store.change<boolean>('rename-organisation', lock, caller, async (read) => {
      const now = services.clock()
      const [organisation, claimed, former] = await Promise.all([
        read.one('organisations', { id }),
        claimSlug(read, slug, id, now, { isName: true }),
        read.all('slugs', { organisationId: id, isName: true, slug: not(slug) }),
      ])
      if (!organisation || organisation.name === name) return { answer: false }
      if (typeof claimed === 'string') {
        throw new FieldsError(409, {
          name: 'Another organisation has an address like this name. Please choose another.',
        })
      }
      const until = later(now, nameHeld)
      return {
        answer: true,
        writes: [
          ...claimed,
          ...former.map((one) => {
            const isAddress = one.slug === organisation.slug
            const isHeld = one.heldUntil !== null && one.heldUntil > until
            const heldUntil = isAddress || isHeld ? one.heldUntil : until
            return set('slugs', { slug: one.slug }, { isName: false, heldUntil })
          }),
          set('organisations', { id }, { name }),
        ],
        entries: [
          entryOf(now, id, author, 'renamed', { details: { from: organisation.name, to: name } }),
        ],
      }
    })
  await withRateLimit(services, 'renamed', { organisation: id }, rename, {
    isFree: (isRenamed) => !isRenamed,
    isRefusalFree: true,
    why: 'The name was changed too often.',
  })
}

/**
 * Changes the slug of the caller's organisation. Former slugs lead to it for 400 days, and can be taken again.
 * @returns the slug.
 * @throws FieldsError 422 for a wrong password or an invalid slug; 409 for one that isn't free.
 * @throws HttpError 409 if dashboards find the organisation's data by its slug; 429 after two changes in 30 days.
 */
export async function changeSlug(
  services: Services,
  caller: Caller,
  client: Client,
  { slug: typed, password }: RequestOf<'changeSlug'>,
): Promise<string> {
  if (services.dashboards.selectsBySlug) throw new HttpError(409, fixedText)
  const { slug } = readFields({ slug: () => requireSlug(typed, services.productName) })
  await requirePassword(services, caller, client, password)
  const { id } = caller.organisation
  const author = byUser(caller.user, client.network)
  const lock = { organisation: id }
  const change = () =>
    services.store.change<boolean>('change-slug', lock, caller, async (read) => {
      const now = services.clock()
      const [organisation, claimed] = await Promise.all([
        read.one('organisations', { id }),
        claimSlug(read, slug, id, now, { heldUntil: null }),
      ])
      if (!organisation || organisation.slug === slug) return { answer: false }
      if (typeof claimed === 'string') throw new FieldsError(409, { slug: refusals[claimed] })
      const from = organisation.slug
      const heldUntil = later(now, addressHeld)
      return {
        answer: true,
        writes: [
          ...claimed,
          ensure('slugs', ['slug'], { slug: from, organisationId: id, isName: true, heldUntil }),
          set('slugs', { slug: from }, { heldUntil }),
          set('organisations', { id }, { slug }),
        ],
        entries: [entryOf(now, id, author, 'slug-changed', { details: { from, to: slug } })],
      }
    })
  await withRateLimit(services, 'slugChanged', { organisation: id }, change, {
    isFree: (isChanged) => !isChanged,
    isRefusalFree: true,
    why: 'The address was changed too often.',
  })
  return slug
}
