import { oneLine } from '../mail/plain-text'
import type { Organisation } from '../store/entities'
import type { Entry } from '../store/events'
import type { Store } from '../store/store'

/** The number of entries in memory at once. */
const batch = 500

/**
 * The history of one organisation in order, one line per entry, for the operator.
 * @param slug the organisation's.
 * @returns null for an unknown organisation.
 */
export async function historyOf(
  store: Pick<Store, 'findOrganisationBySlug' | 'findHistory'>,
  slug: string,
): Promise<AsyncGenerator<string> | null> {
  const organisation = await store.findOrganisationBySlug(slug)
  return organisation && linesOf(store, organisation)
}

async function* linesOf(
  store: Pick<Store, 'findHistory'>,
  { id, name, slug, createdAt }: Organisation,
): AsyncGenerator<string> {
  yield oneLine(`${name} (${slug}, ${id}), since ${createdAt.toISOString()}`)
  for (let after: string | null = null; ; ) {
    const entries: Entry[] = await store.findHistory(id, after, batch)
    // The operator doesn't see entries for admins only.
    for (const entry of entries) if (entry.audience !== 'admins') yield lineOf(entry)
    const last = entries.at(-1)
    if (!last || entries.length < batch) return
    after = last.id
  }
}

/** @returns when, who, what, about whom, with which ids, from which source, with what outcome. */
export function lineOf(entry: Entry): string {
  const { at, actorKind, actorName, actorEmail, action, subject, details, origin, outcome } = entry
  const facts = Object.entries(details).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const { subscriptionId, paymentId, network, lastWords } = entry
  return [
    at.toISOString(),
    actorKind === 'user' ? `${actorName ?? 'somebody'} <${actorEmail ?? 'no address'}>` : actorKind,
    action,
    subject,
    ...facts,
    subscriptionId,
    paymentId,
    `(${origin}${network ? ` from ${network}` : ''})`,
    outcome === 'done' ? null : outcome.toUpperCase(),
    lastWords && `"${lastWords}"`,
  ]
    .filter((part) => part !== null && part !== '')
    .map((part) => oneLine(String(part)))
    .join('  ')
}
