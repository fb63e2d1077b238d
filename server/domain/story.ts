import { oneLine } from '../mail/plain-text'
import type { Organisation } from '../store/entities'
import type { Entry } from '../store/events'
import type { Store } from '../store/store'

/** Entries that are held in memory at once. */
const batch = 500

/**
 * What happened to one organisation, in order: a line each, for the operator.
 * @param slug the organisation's.
 * @returns null where there is no such organisation.
 */
export async function storyOf(
  store: Pick<Store, 'findOrganisationBySlug' | 'findStory'>,
  slug: string,
): Promise<AsyncGenerator<string> | null> {
  const organisation = await store.findOrganisationBySlug(slug)
  return organisation && linesOf(store, organisation)
}

async function* linesOf(
  store: Pick<Store, 'findStory'>,
  { id, name, slug, createdAt }: Organisation,
): AsyncGenerator<string> {
  yield `${name} (${slug}, ${id}), since ${createdAt.toISOString()}`
  for (let after: string | null = null; ; ) {
    const entries: Entry[] = await store.findStory(id, after, batch)
    // What is the admins' alone is none of the operator's business.
    for (const entry of entries) if (entry.audience !== 'admins') yield lineOf(entry)
    const last = entries.at(-1)
    if (!last || entries.length < batch) return
    after = last.id
  }
}

/** @returns when, who, what, about whom, by which ids, how it was heard of, and what came of it. */
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
