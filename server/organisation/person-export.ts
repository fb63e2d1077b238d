import type { RequestOf } from '../../contract/calls'
import type { Client } from '../api/client'
import { withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import type { SignIn } from '../audit/tables'
import { requireProofOf } from '../auth/proof'
import { byUser } from '../people/author'
import type { Organisation, User } from '../people/tables'
import { exportedFields } from '../people/user-fields'
import type { Row } from '../store/change'
import { type Entry, entryOf } from '../store/entry'
import type { FactorCaller } from '../two-factor/second-factor-check'
import { inBatches } from './timeline'

/**
 * Exports all data stored about the caller (`exportOf`), which the audit log has an entry of.
 * @throws FieldsError 422 for a wrong password; CallerRefused if the session was ended meanwhile.
 */
export async function exportAccount(
  services: Services,
  caller: FactorCaller,
  client: Client,
  proof: RequestOf<'exportAccount'>,
): Promise<AsyncGenerator<string>> {
  const user = await requireProofOf(services, caller, client, proof)
  const author = byUser(user, client.network)
  const enter = () =>
    services.store.change('export-account', null, caller, async () => ({
      answer: undefined,
      writes: [],
      entries: [
        entryOf(services.clock(), user.organisationId, author, 'data-exported', {
          subjectId: user.id,
        }),
      ],
    }))
  const why = 'Your data was downloaded too often today.'
  await withRateLimit(services, 'exportData', { user: user.id }, enter, { why })
  return await exportOf(services, user, caller.organisation)
}

/**
 * @returns the pieces of a JSON object: everything stored about a user except hashes, tokens and secrets, and nothing about
 *   anybody else. Sign-ins and entries of the audit log, tens of thousands perhaps, are read while the pieces are.
 */
export async function exportOf(
  services: Pick<Services, 'store' | 'clock'>,
  user: User,
  organisation: Pick<Organisation, 'name' | 'slug'>,
): Promise<AsyncGenerator<string>> {
  const facts = JSON.stringify(await factsOf(services, user, organisation))
  return piecesOf(services, user, facts)
}

/** @param facts a JSON object that isn't empty, to which the lists are added. */
async function* piecesOf(
  { store }: Pick<Services, 'store'>,
  { id, organisationId }: User,
  facts: string,
): AsyncGenerator<string> {
  yield `${facts.slice(0, -1)},"sign_ins":[`
  yield* listInJson(
    inBatches((after, most) => store.findSignIns(organisationId, after, most, id)),
    exportedSignIn,
  )
  yield '],"audit_log":['
  yield* listInJson(
    inBatches((after, most) => store.findHistory(organisationId, after, most, id)),
    (entry) => exportedEntry(entry, id),
  )
  yield ']}'
}

/** The approximate length of a piece, in characters. */
const pieceLength = 16_000

/** @returns the pieces of a list in JSON, without its brackets. */
async function* listInJson<Item>(
  items: AsyncGenerator<Item>,
  toJson: (item: Item) => object,
): AsyncGenerator<string> {
  let piece = ''
  let separator = ''
  for await (const item of items) {
    piece += separator + JSON.stringify(toJson(item))
    separator = ','
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** @returns everything about a user but the lists that may be long. */
async function factsOf(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  user: User,
  organisation: Pick<Organisation, 'name' | 'slug'>,
) {
  const { id, organisationId, emailKey } = user
  const own = { userId: id }
  const factor = await store.one('secondFactors', own)
  const sentByUser = { organisationId, invitedById: id }
  const ownCopies = { organisationId, emailKey, removedAt: null }
  return {
    exported_at: clock().toISOString(),
    account: {
      ...exportedFields(user),
      second_factor: factor?.since
        ? { since: factor.since.toISOString(), recovery_codes_left: factor.recoveryCodes.length }
        : null,
    },
    passkeys: (await store.all('passkeys', own)).map(exportedPasskey),
    organization: { name: organisation.name, slug: organisation.slug },
    sessions: (await store.all('sessions', own)).map(exportedSession),
    known_browsers: (await store.all('knownBrowsers', own)).map(({ browser, network, seenAt }) => ({
      browser,
      network: network || null,
      last_signed_in_at: seenAt.toISOString(),
    })),
    pending_links: (await store.all('passwordLinks', own)).map(
      ({ restoresEmail, createdAt, expiresAt }) => ({
        kind: restoresEmail === null ? 'sets a new password' : 'puts an address back',
        ...(restoresEmail !== null && { address: restoresEmail }),
        mailed_at: createdAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      }),
    ),
    reports: (await store.all('reports', own)).map(exportedReport),
    receipt_copies: (await store.all('copies', ownCopies)).map(({ createdAt, confirmedAt }) => ({
      added_at: createdAt.toISOString(),
      confirmed_at: confirmedAt?.toISOString() ?? null,
    })),
    // Leaves out the addresses, which are the data of the invited people.
    invitations_sent: (await store.all('invitations', sentByUser)).map(
      ({ createdAt, expiresAt }) => ({
        invited_at: createdAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      }),
    ),
    // Leaves out the texts, whose links work like passwords.
    mails_kept: (await store.all('mails', own)).map(({ subject, createdAt }) => ({
      subject,
      written_at: createdAt.toISOString(),
    })),
  }
}

const exportedPasskey = (passkey: Row<'passkeys'>) => ({
  name: passkey.name,
  domain: passkey.domain,
  is_synced: passkey.isSynced,
  added_at: passkey.createdAt.toISOString(),
  last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
})

const exportedSession = (session: Row<'sessions'>) => ({
  session_id: session.id,
  by_passkey: session.isByPasskey,
  browser: session.browser,
  network: session.network,
  signed_in_at: session.createdAt.toISOString(),
  last_active_at: session.lastActiveAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
})

const exportedReport = (report: Row<'reports'>) => ({
  dashboard: report.dashboardId,
  every: report.every,
  day: report.day,
  hour: report.hour,
  time_zone: report.timeZone,
  numbers_as_in: report.locale,
  asked_for_at: report.createdAt.toISOString(),
  paused_at: report.pausedAt?.toISOString() ?? null,
  last_made_at: report.lastAt?.toISOString() ?? null,
})

function exportedSignIn({ result, browser, network, firstAt, lastAt, count }: SignIn) {
  return {
    result,
    // Null: the row counts further browsers and networks of a day.
    browser: browser || null,
    network: network || null,
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
    times: count,
  }
}

/** @returns an entry's facts about a user, without those about others. A list of addresses becomes their number. */
function exportedEntry(entry: Entry, userId: string) {
  const { at, action, actorId, actorName, actorEmail, subject, subjectId, network } = entry
  const { addresses, ...details } = entry.details
  return {
    at: at.toISOString(),
    action,
    ...(actorId === userId
      ? { done_by: { name: actorName, email: actorEmail }, network }
      : { done_by: 'somebody else' }),
    ...(subjectId === userId && { about: subject }),
    details: addresses ? { ...details, count: addresses.length } : details,
  }
}
