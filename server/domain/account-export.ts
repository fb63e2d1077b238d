import type { ResponseOf } from '../../contract/calls'
import type { Network } from '../networks'
import type { Services } from '../services'
import type { Caller, Organisation, User } from '../store/entities'
import type { Entry } from '../store/events'
import { accountOf } from './account'
import { unknownBrowser } from './browser'
import { requireRightPassword } from './password-check'

/**
 * @returns all data stored about the caller, as `exportOf` returns it.
 * @throws FieldsError 422 for a wrong password.
 */
export async function exportAccount(
  services: Services,
  caller: Pick<Caller, 'user' | 'organisation' | 'sessionId'>,
  network: Network,
  password: string,
): Promise<ResponseOf<'exportAccount'>> {
  const user = await accountOf(services, caller)
  await requireRightPassword(services, user, network, { password })
  return await exportOf(services, user, caller.organisation)
}

/**
 * @returns all data stored about a user, except hashes, tokens and secrets, and data about
 * other people.
 */
export async function exportOf(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  user: User,
  organisation: Pick<Organisation, 'name' | 'slug'>,
): Promise<ResponseOf<'exportAccount'>> {
  const now = clock()
  const factor = await store.findSecondFactor(user.id)
  const { sessions, browsers, links, invitations, mails, entries } = await store.findKept(user)
  return {
    exported_at: now.toISOString(),
    account: {
      user_id: user.id,
      full_name: user.fullName,
      email: user.email,
      contact_number: user.contactNumber,
      is_organization_admin: user.isAdmin,
      joined_at: user.createdAt.toISOString(),
      second_factor: factor?.since
        ? { since: factor.since.toISOString(), recovery_codes_left: factor.recoveryCodes.length }
        : null,
    },
    organization: { name: organisation.name, slug: organisation.slug },
    sessions: sessions.map(({ id, browser, network, createdAt, lastActiveAt, expiresAt }) => ({
      session_id: id,
      browser: browser ?? unknownBrowser,
      network: network ?? null,
      signed_in_at: createdAt.toISOString(),
      last_active_at: (lastActiveAt ?? createdAt).toISOString(),
      expires_at: expiresAt.toISOString(),
    })),
    known_browsers: browsers.map(({ browser, network, seenAt }) => ({
      browser,
      network: network || null,
      last_signed_in_at: seenAt.toISOString(),
    })),
    pending_links: links.map(({ putsBack, createdAt, expiresAt }) => ({
      kind: putsBack === null ? 'sets a new password' : 'puts an address back',
      ...(putsBack !== null && { address: putsBack }),
      mailed_at: createdAt.toISOString(),
      expires_at: expiresAt.toISOString(),
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
    audit_log: entries.map((entry) => entryAbout(entry, user.id)),
  }
}

/** @returns an entry's facts about a user, without those about others. */
function entryAbout(entry: Entry, userId: string) {
  const { at, action, actorId, actorName, actorEmail, subject, subjectId, details, network } = entry
  return {
    at: at.toISOString(),
    action,
    ...(actorId === userId
      ? { done_by: { name: actorName, email: actorEmail }, network }
      : { done_by: 'somebody else' }),
    ...(subjectId === userId && { about: subject }),
    details,
  }
}
