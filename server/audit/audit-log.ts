import {
  type AuditAction,
  type AuditEntry,
  type AuditLog,
  auditActions,
} from '../../contract/audit-log'
import type { RequestOf } from '../../contract/calls'
import type { Handlers } from '../api/handler'
import { HttpError } from '../api/http-error'
import { runSeriallyPerKey } from '../api/run-serially-per-key'
import type { Services } from '../api/services'
import type { AuditStore, EntryFilter } from '../api/store'
import { nextTurn } from '../lib/time'
import { tokenHash } from '../lib/tokens'
import type { Organisation } from '../people/tables'
import type { Entry } from '../store/entry'

/** The number of entries in an answer, by default. */
const usual = 100
/** The length of the check's hash in a cursor. */
const checkLength = 16

/**
 * @returns the organisation's entries for its admins, newest first.
 * @throws HttpError 422 for a cursor of another organisation.
 */
async function readAuditLog(
  { store }: Pick<Services, 'store'>,
  { id: organisationId }: Pick<Organisation, 'id'>,
  { before, most = usual, action, text = '' }: RequestOf<'getAuditLog'>,
): Promise<AuditLog> {
  const filter = {
    organisationId,
    before: before === undefined ? null : entryIdOf(before, organisationId),
    action: action ?? null,
    text: text.trim() === '' ? null : text.trim().toLowerCase(),
  }
  // One more than requested shows whether there are more.
  const isFiltered = filter.action !== null || filter.text !== null
  const found = isFiltered
    ? await searchEntries(store, filter, most + 1)
    : await store.findEntries(filter, most + 1)
  const entries = found.slice(0, most)
  const last = found.length > most ? entries.at(-1) : undefined
  return { data: entries.flatMap(listedOf), next: last ? cursorOf(last.id, organisationId) : null }
}

/** A cursor continues after an entry, which may be deleted by then, and identifies the organisation. */
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

/** @returns an entry for the wire; none if a later version wrote it. */
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

/** How many entries one statement searches. In 80,000 it takes 0.1 to 0.6 s, and other calls wait. */
const usualSpan = 5_000
/** How many searches of one organisation may wait for one under way. */
const mostWaiting = 5

type Searched = Pick<AuditStore, 'findEntries' | 'findEntryBefore'>

/**
 * Finds entries by text or action, for which there is no index. The searches of one organisation run one
 * after another, so that they can't occupy the database.
 * @param span how many entries one statement searches.
 * @returns up to `most`, newest first.
 * @throws BusyError if too many wait.
 */
export async function searchEntries(
  store: Searched,
  filter: EntryFilter,
  most: number,
  span = usualSpan,
): Promise<Entry[]> {
  const search = () => searchInParts(store, filter, most, span)
  return await runSeriallyPerKey(store, `search ${filter.organisationId}`, mostWaiting, search)
}

async function searchInParts(
  store: Searched,
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
