import { maxDigitsAfter } from '../../contract/contact-number'
import type { Profile, ProfileUpdate } from '../../contract/profile'
import type { Caller } from '../api/caller'
import type { Client } from '../api/client'
import { readFields } from '../api/fields'
import type { Handlers } from '../api/handler'
import { BusyError, FieldsError, HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import { networkSubject, withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { claim, leaveAddresses } from '../auth/addresses'
import { emailChangedMail } from '../auth/mails'
import { afterFactors } from '../auth/password-links'
import { requireCurrentPassword } from '../auth/proof'
import { addressMail, isProven as isAddressProven } from '../auth/proven-address'
import type { PasswordLink } from '../auth/tables'
import { afterCheckouts } from '../billing/checkout/polling'
import { paymentBy } from '../billing/payer'
import { billingDetailsOf } from '../billing/plan/billing-details'
import { subscribedPlanOf } from '../billing/plan/shown-plan'
import { dashboardsOf } from '../dashboards/dashboards'
import { day, later } from '../lib/time'
import { randomToken, tokenHash } from '../lib/tokens'
import { mailTo, mayAskAddress } from '../mail/outbox'
import { byUser } from '../people/author'
import { emailKey as keyOf, mailboxOf, requireEmailAddress } from '../people/email'
import {
  type Membership,
  requireFullName,
  takenAddressText,
  type UserChanges,
} from '../people/person'
import type { User } from '../people/tables'
import { changedFields } from '../people/user-fields'
import { above, set } from '../store/change'
import { type ActingCaller, type Author, type Entry, entryOf, toEntries } from '../store/entry'
import type { Mail } from '../store/outgoing-mail'
import { activeFactor } from '../two-factor/codes'
import type { Passkey } from '../two-factor/passkey-site'
import { requireFactorOfCaller } from '../two-factor/second-factor-check'
import { secondFactorDueIn } from '../two-factor/second-factor-due'
import type { SecondFactor } from '../two-factor/tables'

/** How long the owner of a changed address can restore it, in days (D66). */
const undoDays = 7
/** How many such links of one user are valid at once: each keeps an address from everybody else. */
const maxUndoLinks = 3

/** @returns a user and their organisation as the app shows them. */
export async function profileOf(services: Services, asked: Caller): Promise<Profile> {
  const due = await secondFactorDueIn(services, asked)
  // Until an overdue admin has set up a second factor: only who they are (D83).
  const isClosed = due === 0
  const caller = isClosed ? { ...asked, live: null } : await afterCheckouts(services, asked)
  const { user, organisation, live } = caller
  const dashboards = isClosed ? [] : dashboardsOf(services, live)
  const [first] = dashboards
  const link =
    first && (await services.dashboards.linkFor(organisation, first.id, services.clock()))
  const now = services.payments.now() ?? services.clock()
  return {
    full_name: user.fullName,
    email: user.email,
    ...(!isAddressProven(user) && { is_email_confirmed: false }),
    contact_number: user.contactNumber,
    is_subscribed: live !== null,
    is_organization_admin: user.isAdmin,
    ...(due !== null && { second_factor_due_in: due }),
    renewal_reminders: user.isAdmin ? user.renewalReminders : null,
    organization: {
      name: organisation.name,
      slug: organisation.slug,
      subscription_plan: live && {
        ...subscribedPlanOf(live),
        // Members get no billing data (D7).
        ...(user.isAdmin && billingDetailsOf(live, caller.deletion !== null, services, now)),
        // Whose payment method it is has to know, whatever they are now (D110).
        ...(paymentBy(user.id, live) && { is_payer: true }),
      },
      org_iframe: link?.url ?? null,
      org_iframe_expires_in: link?.expiresIn ?? null,
      dashboards: dashboards.map(({ id, name }) => ({ dashboard_id: id, name })),
      deletion: deletionOf(services, asked),
      org_metabase_name: first ? `${organisation.name} ${first.name}` : null,
    },
  }
}

/** @returns when a caller's organisation is to be deleted, for the wire; null: it isn't. */
function deletionOf({ clock }: Pick<Services, 'clock'>, { deletion }: Pick<Caller, 'deletion'>) {
  return (
    deletion && {
      due_at: deletion.dueAt.toISOString(),
      requested_at: deletion.requestedAt.toISOString(),
      requested_by: deletion.requestedBy,
      state: deletion.dueAt > clock() ? ('waiting' as const) : ('deleting' as const),
    }
  )
}

/** A missing field keeps the stored value, which may be newer than the one that was read. */
function ifGiven<Given, Kept>(given: Given | undefined, read: (given: Given) => Kept) {
  return given === undefined ? undefined : read(given)
}

/**
 * @returns the changes that an update makes to a user: forgetting a field here is a type error.
 * @throws FieldsError 422 for all invalid fields.
 */
function changesOf(update: ProfileUpdate) {
  const { full_name, email, contact_number } = readFields({
    full_name: () => requireFullName(update.full_name),
    email: () => requireEmailAddress(update.email),
    contact_number: () => ifGiven(update.contact_number, requireContactNumber),
  })
  return {
    fullName: full_name,
    email,
    emailKey: keyOf(email),
    contactNumber: contact_number,
    renewalReminders: update.renewal_reminders,
  } satisfies Required<UserChanges>
}

/** @returns the entry for changed fields, if some are. */
function profileEntries(user: User, changes: UserChanges, by: Author, now: Date): Entry[] {
  const fields = changedFields(user, changes)
  if (fields.length === 0) return []
  const renamed = fields.includes('name') && { from: user.fullName, to: changes.fullName }
  const details = { fields, ...renamed }
  return [entryOf(now, user.organisationId, by, 'profile-changed', { details })]
}

/** How often a change is retried because of a concurrent one. */
const maxAttempts = 20

/**
 * @param client where the change comes from.
 * @returns the membership with the changes applied.
 * @throws HttpError 422 for an invalid field or a wrong password (D66), 409 for a taken address
 *   (D32), 429 when the address was changed too often (D49).
 */
export async function updateProfile(
  services: Services,
  caller: Pick<Caller, 'user' | 'organisation' | 'sessionId'>,
  update: ProfileUpdate,
  client: Client,
): Promise<Membership> {
  const { store } = services
  const changes = changesOf(update)
  const { id } = caller.user
  let owned: Pick<User, 'email' | 'emailKey'> = caller.user
  let isProven = false
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const isMoved = owned.emailKey !== changes.emailKey
    const save = (move: Move | null) =>
      saveProfile(
        services,
        caller,
        { id, email: owned.email, network: client.network },
        changes,
        move,
      )
    let updated: Saved
    if (!isMoved) updated = await save(null)
    else {
      // Of another address the password is asked, and it is counted: neither can be done within the change.
      const user = await store.one('users', { id })
      if (!user) throw new HttpError(401, 'Please sign in.')
      if (update.current_password !== undefined && !isProven) {
        await requireCurrentPassword(services, user, client, {
          current_password: update.current_password,
        })
        await requireFactorOfCaller(services, caller, update, client)
        isProven = true
      }
      owned = user
      // The recipient of the notice counts too: nobody proves ownership of an address, and many users
      // may pass one around.
      const { emailKey: address } = user
      const subjects = { user: id, address, mailbox: mailboxOf(address) }
      const proof = { isProven, asks: await mayAskAddress(services, changes.emailKey) }
      const move = moveOf(services, changes, proof, client)
      const changed = () =>
        withRateLimit(services, 'changeAddress', subjects, () => save(move), {
          isFree: (saved) => typeof saved === 'string',
          why: 'This address was changed too often.',
        })
      const place = networkSubject(client.network)
      updated = await withRateLimit(services, 'learnOfAccount', place, changed, {
        isFree: (saved) => saved !== 'email-taken',
      })
    }
    if (updated === 'email-taken') throw new FieldsError(409, { email: takenAddressText })
    if (updated !== 'changed-meanwhile') return updated
    owned = (await store.one('users', { id })) ?? owned
  }
  throw new BusyError('Your profile is being changed elsewhere. Please try again.', 1)
}

/**
 * What comes with another address that mails are delivered to.
 * @param open the user's links that haven't expired, oldest first.
 */
type Move = (
  user: User,
  open: readonly PasswordLink[],
  factors: { factor: SecondFactor | null; passkeys: readonly Passkey[] },
  now: Date,
) => {
  /** To the old address, and to the new one. */
  mails: readonly Mail[]
  /** The links that can put an address back from now on, oldest first. */
  links: readonly PasswordLink[]
}

/** The membership as it is afterwards, or why nothing has changed. */
type Saved = Membership | 'email-taken' | 'changed-meanwhile'

/**
 * Changes a user who still has the address `email`, and otherwise nothing: `changed-meanwhile`.
 * @param move is asked if they get another address that mails are delivered to; null: it is the same.
 * @throws HttpError 401 if the user is gone.
 */
export function saveProfile(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  caller: ActingCaller | null,
  { id, email, network }: Pick<User, 'id' | 'email'> & { network: Network },
  changes: UserChanges,
  move: Move | null,
): Promise<Saved> {
  return store.change<Saved>('update-profile', { user: id }, caller, async (read) => {
    const now = clock()
    const { emailKey } = changes
    const valid = { userId: id, expiresAt: above(now) }
    const [user, pending, factor, passkeys, claimed] = await Promise.all([
      read.one('users', { id }),
      move ? read.all('passwordLinks', valid) : [],
      activeFactor(read, id),
      read.all('passkeys', { userId: id }),
      claim(read, emailKey, id, now),
    ])
    if (!user) throw new HttpError(401, 'Please sign in.')
    if (user.email !== email) return { answer: 'changed-meanwhile' }
    const where = { id: user.organisationId }
    const organisation = await read.one('organisations', where, 'not-held')
    if (!claimed || !organisation) return { answer: 'email-taken' }
    const moved = move?.(user, pending.sort(byAge), { factor, passkeys }, now)
    const formerEmail = moved ? formerAfter(user, changes.email) : user.formerEmail
    const by = byUser(user, network)
    const details = { from: user.email, to: changes.email }
    const entries = [
      ...(moved ? [entryOf(now, where.id, by, 'address-changed', { details })] : []),
      ...profileEntries(user, changes, by, now),
    ]
    const given: Partial<User> = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    )
    const former = formerEmail === null ? null : keyOf(formerEmail)
    const to = { ...given, formerEmail }
    const saved = {
      answer: { user: { ...user, ...to }, organisation },
      writes: [
        ...claimed,
        ...(moved ? await leaveAddresses(read, emailKey, former, id, moved.links) : []),
        set('users', { id }, to),
      ],
      mails: moved ? moved.mails : [],
    }
    if (entries.length > 0) return { ...saved, entries: toEntries(entries) }
    return { ...saved, entries: null, unrecorded: 'is what it was' }
  })
}

/**
 * @returns the address that an account returns to unless its new one is proven (D90); null: it has returned, or the address
 *   is what it was.
 */
function formerAfter({ email, formerEmail }: User, newEmail: string): string | null {
  const before = formerEmail ?? email
  return keyOf(before) === keyOf(newEmail) ? null : before
}

const byAge = (one: PasswordLink, other: PasswordLink) =>
  one.createdAt.getTime() - other.createdAt.getTime()

/**
 * @param isProven whether the password was given, and the code of the user's second factor.
 * @param asks whether the new address is asked to confirm itself.
 * @returns what changes a user's address, and notifies the old one, whose owner may not have changed it (D32). A
 *   link in that notice reverts a change that was made without the password, or while a second factor can be undone
 *   (D98), once every older one has expired (D66). A change back to such an address keeps its link, and makes later
 *   ones void (D89).
 */
function moveOf(
  services: Services,
  changes: UserChanges,
  { isProven, asks }: { isProven: boolean; asks: boolean },
  client: Client,
): Move {
  const { productName, appUrl } = services
  return (user, open, { factor, passkeys }, now) => {
    const token = randomToken()
    const pending = open.filter(({ restoresEmail }) => restoresEmail !== null)
    const isCertain = isProven && !open.some(({ undoesFactor }) => undoesFactor)
    const returnsTo = pending.findIndex(
      ({ restoresEmail }) => keyOf(restoresEmail ?? '') === changes.emailKey,
    )
    // Whoever has the mailbox of an unproven address gets no link to the account (D90).
    const hasLink =
      !isCertain && returnsTo < 0 && pending.length < maxUndoLinks && user.formerEmail === null
    const made: PasswordLink | null = hasLink
      ? {
          userId: user.id,
          emailKey: user.emailKey,
          restoresEmail: user.email,
          undoesFactor: false,
          tokenHash: tokenHash(token),
          createdAt: afterFactors(factor, passkeys, now),
          expiresAt: later(now, undoDays * day),
        }
      : null
    const notice = emailChangedMail({
      productName,
      fullName: user.fullName,
      newEmail: changes.email,
      at: now,
      browser: client.browser,
      network: client.network.wide,
      undo: made && {
        link: `${appUrl}/reset-password/${token}`,
        expiresInDays: undoDays,
        hasOlder: pending.length > 0,
      },
    })
    const kept = returnsTo >= 0 ? pending.slice(0, returnsTo + 1) : pending
    const isNew = formerAfter(user, changes.email) !== null
    return {
      mails: [
        mailTo(services, user, notice),
        ...(asks && isNew ? [addressMail(services, { ...user, ...changes })] : []),
      ],
      links: made ? [...kept, made] : kept,
    }
  }
}

export const profileHandlers = {
  getProfile: ({ services, caller }) => profileOf(services, caller),

  async updateProfile({ services, caller, body, client }) {
    const membership = await updateProfile(services, caller, body, client())
    return await profileOf(services, { ...caller, ...membership })
  },
} satisfies Partial<Handlers>

/**
 * @returns the number as stored; null for none.
 * @throws HttpError 422 unless it is a country code, a hyphen and a valid number of digits.
 */
export function requireContactNumber(contactNumber: string | null): string | null {
  if (contactNumber === null || contactNumber === '') return null
  const [, code, digits] = /^(\+[1-9]\d{0,3})-(\d+)$/.exec(contactNumber) ?? []
  if (!code || !digits) {
    throw new HttpError(422, 'A contact number is a country code, a hyphen and digits.')
  }
  const most = maxDigitsAfter(code)
  if (digits.length > most) {
    throw new HttpError(422, `A number with ${code} may have at most ${most} digits.`)
  }
  return contactNumber
}
