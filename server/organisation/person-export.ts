import type { RequestOf } from '../../contract/calls'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import type { SignIn } from '../audit/tables'
import { requireProofOf } from '../auth/proof'
import { byUser } from '../people/author'
import type { Organisation, User } from '../people/tables'
import { exportedFields } from '../people/user-fields'
import { type Entry, entryOf } from '../store/entry'
import { inBatches } from './story'

/**
 * @returns all data stored about the caller, as `exportOf` returns it. That they asked for it is entered in the log.
 * @throws FieldsError 422 for a wrong password; CallerRefused if the session was ended meanwhile.
 */
export async function exportAccount(
  services: Services,
  caller: Pick<Caller, 'user' | 'organisation' | 'sessionId'>,
  client: Client,
  proof: RequestOf<'exportAccount'>,
): Promise<AsyncGenerator<string>> {
  const user = await requireProofOf(services, caller, client, proof)
  const by = byUser(user, client.network)
  const enter = () =>
    services.store.change('export-account', null, caller, async () => ({
      answer: undefined,
      writes: [],
      entries: [
        entryOf(services.clock(), user.organisationId, by, 'data-exported', { subjectId: user.id }),
      ],
    }))
  const why = 'Your data was downloaded too often today.'
  await withRateLimit(services, 'exportData', { user: user.id }, enter, { why })
  return await exportOf(services, user, caller.organisation)
}

/**
 * @returns everything stored about a user, except hashes, tokens and secrets, and nothing about anybody
 *   else: the pieces of a JSON object. Sign-ins and the audit log's entries, of which there may be tens of thousands,
 *   are read while the pieces are.
 */
export async function exportOf(
  services: Pick<Services, 'store' | 'clock'>,
  user: User,
  organisation: Pick<Organisation, 'name' | 'slug'>,
): Promise<AsyncGenerator<string>> {
  const facts = JSON.stringify(await factsOf(services, user, organisation))
  return piecesOf(services, user, facts)
}

/** @param facts a JSON object that isn't empty: the lists go into it. */
async function* piecesOf(
  { store }: Pick<Services, 'store'>,
  { id, organisationId }: User,
  facts: string,
): AsyncGenerator<string> {
  yield `${facts.slice(0, -1)},"sign_ins":[`
  yield* listed(
    inBatches((after, most) => store.findSignIns(organisationId, after, most, id)),
    signInAbout,
  )
  yield '],"audit_log":['
  yield* listed(
    inBatches((after, most) => store.findHistory(organisationId, after, most, id)),
    (entry) => entryAbout(entry, id),
  )
  yield ']}'
}

/** The length of a piece, in characters, more or less. */
const pieceLength = 16_000

/** @returns the pieces of a list in JSON, without its brackets. */
async function* listed<Item>(
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

async function factsOf(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  user: User,
  organisation: Pick<Organisation, 'name' | 'slug'>,
) {
  const now = clock()
  const factor = await store.one('secondFactors', { userId: user.id })
  const theirs = { userId: user.id }
  const sessions = await store.all('sessions', theirs)
  const browsers = await store.all('knownBrowsers', theirs)
  const passkeys = await store.all('passkeys', theirs)
  const links = await store.all('passwordLinks', theirs)
  const reports = await store.all('reports', theirs)
  const mails = await store.all('mails', theirs)
  const { organisationId, emailKey } = user
  const copies = await store.all('copies', { organisationId, emailKey, removedAt: null })
  const invitations = await store.all('invitations', { organisationId, invitedById: user.id })
  return {
    exported_at: now.toISOString(),
    account: {
      ...exportedFields(user),
      second_factor: factor?.since
        ? { since: factor.since.toISOString(), recovery_codes_left: factor.recoveryCodes.length }
        : null,
    },
    passkeys: passkeys.map((one) => ({
      name: one.name,
      domain: one.domain,
      is_synced: one.isSynced,
      added_at: one.createdAt.toISOString(),
      last_used_at: one.lastUsedAt?.toISOString() ?? null,
    })),
    organization: { name: organisation.name, slug: organisation.slug },
    sessions: sessions.map(
      ({ id, browser, network, createdAt, lastActiveAt, expiresAt, isByPasskey }) => ({
        session_id: id,
        by_passkey: isByPasskey,
        browser,
        network,
        signed_in_at: createdAt.toISOString(),
        last_active_at: lastActiveAt.toISOString(),
        expires_at: expiresAt.toISOString(),
      }),
    ),
    known_browsers: browsers.map(({ browser, network, seenAt }) => ({
      browser,
      network: network || null,
      last_signed_in_at: seenAt.toISOString(),
    })),
    pending_links: links.map(({ restoresEmail, createdAt, expiresAt }) => ({
      kind: restoresEmail === null ? 'sets a new password' : 'puts an address back',
      ...(restoresEmail !== null && { address: restoresEmail }),
      mailed_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    })),
    reports: reports.map((one) => ({
      dashboard: one.dashboardId,
      every: one.every,
      day: one.day,
      hour: one.hour,
      time_zone: one.timeZone,
      numbers_as_in: one.locale,
      asked_for_at: one.createdAt.toISOString(),
      paused_at: one.pausedAt?.toISOString() ?? null,
      last_made_at: one.lastAt?.toISOString() ?? null,
    })),
    receipt_copies: copies.map(({ createdAt, confirmedAt }) => ({
      added_at: createdAt.toISOString(),
      confirmed_at: confirmedAt?.toISOString() ?? null,
    })),
    // Invited people's data is theirs.
    invitations_sent: invitations.map(({ createdAt, expiresAt }) => ({
      invited_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
    })),
    // Without their texts, whose links work like passwords.
    mails_kept: mails.map(({ subject, createdAt }) => ({
      subject,
      written_at: createdAt.toISOString(),
    })),
  }
}

function signInAbout({ result, browser, network, firstAt, lastAt, count }: SignIn) {
  return {
    result,
    // Null: of further browsers and networks of a day.
    browser: browser || null,
    network: network || null,
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
    times: count,
  }
}

/** @returns an entry's facts about a user, without those about others: of a list of addresses only how many it has. */
function entryAbout(entry: Entry, userId: string) {
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
