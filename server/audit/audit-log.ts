import {
  type AuditAction,
  type AuditEntry,
  type AuditLog,
  auditActions,
} from '../../contract/audit-log'
import type { RequestOf } from '../../contract/calls'
import { searchText } from '../../contract/search-text'
import type { Handlers } from '../api/handler'
import { HttpError } from '../api/http-error'
import { runSeriallyPerKey } from '../api/run-serially-per-key'
import type { Services } from '../api/services'
import type { AuditStore, EntryFilter } from '../api/store'
import { nextTurn } from '../lib/time'
import { tokenHash } from '../lib/tokens'
import type { Organisation } from '../people/tables'
import type { Entry } from '../store/entry'

/** The default number of entries in an answer. */
const defaultCount = 100
/** The length of the hash in a cursor, which checks its organisation. */
const checkLength = 16

/**
 * @returns the organisation's entries for its admins, newest first.
 * @throws HttpError 422 for a cursor of another organisation.
 */
async function readAuditLog(
  { store }: Pick<Services, 'store'>,
  { id: organisationId }: Pick<Organisation, 'id'>,
  { before, most = defaultCount, action, text = '' }: RequestOf<'getAuditLog'>,
): Promise<AuditLog> {
  const filter = {
    organisationId,
    before: before === undefined ? null : entryIdOf(before, organisationId),
    action: action ?? null,
    text: searchText(text).trim() === '' ? null : text.trim(),
  }
  // One entry more than requested shows whether there are more.
  const isFiltered = filter.action !== null || filter.text !== null
  const found = isFiltered
    ? await searchEntries(store, filter, most + 1)
    : await store.findEntries(filter, most + 1)
  const entries = found.slice(0, most)
  const last = found.length > most ? entries.at(-1) : undefined
  return { data: entries.flatMap(listedOf), next: last ? cursorOf(last.id, organisationId) : null }
}

/** @returns a cursor that continues after an entry, even if that is deleted, and identifies the organisation. */
function cursorOf(entryId: string, organisationId: string): string {
  return entryId + tokenHash(`${organisationId} ${entryId}`).slice(0, checkLength)
}

function entryIdOf(cursor: string, organisationId: string): string {
  const entryId = cursor.slice(0, -checkLength)
  if (cursor !== cursorOf(entryId, organisationId)) {
    throw new HttpError(422, 'This is not a position in the audit log of your organisation.')
  }
  return entryId
}

const isForAdmins = (action: string): action is AuditAction =>
  (auditActions as readonly string[]).includes(action)

/** @returns an entry for the wire; none for an action that only a later version knows. */
function listedOf(entry: Entry): AuditEntry[] {
  const { id, at, actorKind, actorName, actorEmail, action, subject, details, network } = entry
  if (!isForAdmins(action)) return []
  return [
    {
      entry_id: id,
      at: at.toISOString(),
      actor: {
        kind: actorKind,
        ...(actorName !== null && { name: actorName }),
        ...(actorEmail !== null && { email: actorEmail }),
      },
      action,
      subject,
      details,
      network,
    },
  ]
}

export const auditLogHandlers = {
  getAuditLog: ({ services, caller, body }) => readAuditLog(services, caller.organisation, body),
} satisfies Partial<Handlers>

/** The number of entries that one statement searches. 80,000 take 0.1 to 0.6 s, in which other calls wait. */
const defaultSpan = 5_000
/** The maximum number of searches of one organisation that wait for another. */
const mostWaiting = 5

type SearchStore = Pick<AuditStore, 'findEntries' | 'findEntryBefore'>

/**
 * Finds entries by text or action, for which there is no index. The searches of one organisation run one
 * after another, so that they can't occupy the database.
 * @param span the number of entries that one statement searches.
 * @returns up to `most`, newest first.
 * @throws BusyError if too many wait.
 */
async function searchEntries(
  store: SearchStore,
  filter: EntryFilter,
  most: number,
  span = defaultSpan,
): Promise<Entry[]> {
  const search = () => searchInParts(store, filter, most, span)
  return await runSeriallyPerKey(store, `search ${filter.organisationId}`, mostWaiting, search)
}

async function searchInParts(
  store: SearchStore,
  filter: EntryFilter,
  most: number,
  span: number,
): Promise<Entry[]> {
  const found: Entry[] = []
  for (let { before } = filter; ; ) {
    const from = await store.findEntryBefore(filter.organisationId, before, span - 1)
    const part = await store.findEntries({ ...filter, before, from }, most - found.length)
    for (const entry of part) found.push(entry)
    if (from === null || found.length === most) return found
    before = from
    await nextTurn()
  }
}
