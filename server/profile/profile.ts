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
import { accountOf, requireProofOf } from '../auth/proof'
import { addressMail } from '../auth/proven-address'
import type { PasswordLink } from '../auth/tables'
import { afterCheckouts } from '../billing/checkout/polling'
import { paymentBy } from '../billing/payer'
import { billingDetailsOf, nextChargesOf } from '../billing/plan/billing-details'
import { subscribedPlanOf } from '../billing/plan/shown-plan'
import { dashboardsOf } from '../dashboards/dashboards'
import { day, later } from '../lib/time'
import { randomToken, tokenHash } from '../lib/tokens'
import { mailTo, mayAskAddress, vitalMail } from '../mail/outbox'
import { byUser } from '../people/author'
import { emailKey as keyOf, mailboxOf, requireEmailAddress } from '../people/email'
import {
  isProven as isAddressProven,
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
import type { FactorCaller } from '../two-factor/second-factor-check'
import { secondFactorDueIn } from '../two-factor/second-factor-due'
import type { SecondFactor } from '../two-factor/tables'

/** Days for which the owner of a changed address can restore it (D66). */
const undoDays = 7
/** The maximum number of valid links that restore an address of one user. Each keeps an address from everybody else. */
const maxUndoLinks = 3

/** @returns a user and their organisation as the app shows them. */
export async function profileOf(services: Services, reader: Caller): Promise<Profile> {
  const due = await secondFactorDueIn(services, reader)
  // A user whose second factor is overdue only sees who they are (D83).
  const isClosed = due === 0
  const caller = isClosed ? { ...reader, live: null } : await afterCheckouts(services, reader)
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
    ...(user.isAdmin && !isClosed && { next_charges: nextChargesOf(now) }),
    organization: {
      name: organisation.name,
      slug: organisation.slug,
      subscription_plan: live && {
        ...subscribedPlanOf(live),
        // Members get no billing data (D7).
        ...(user.isAdmin && billingDetailsOf(live, caller.deletion !== null, services, now)),
        // The owner of the payment method has to know, even as a member (D110).
        ...(paymentBy(user.id, live) && { is_payer: true }),
      },
      org_iframe: link?.url ?? null,
      org_iframe_expires_in: link?.expiresIn ?? null,
      dashboards: dashboards.map(({ id, name }) => ({ dashboard_id: id, name })),
      deletion: deletionOf(services, reader),
      org_metabase_name: first ? `${organisation.name} ${first.name}` : null,
    },
  }
}

/** @returns the deletion of a caller's organisation, for the wire; null if there is none. */
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

/**
 * @returns the changes of a user. Undefined fields keep their stored value. A forgotten field is a type error.
 * @throws FieldsError 422 for all invalid fields.
 */
function changesOf(update: ProfileUpdate) {
  const { full_name, email, contact_number } = readFields({
    full_name: () => requireFullName(update.full_name),
    email: () => requireEmailAddress(update.email),
    contact_number: () =>
      update.contact_number === undefined ? undefined : requireContactNumber(update.contact_number),
  })
  return {
    fullName: full_name,
    email,
    emailKey: keyOf(email),
    contactNumber: contact_number,
    renewalReminders: update.renewal_reminders,
  } satisfies Required<UserChanges>
}

/** @returns the entry of the changed fields; none without a change. */
function profileEntries(user: User, changes: UserChanges, author: Author, now: Date): Entry[] {
  const fields = changedFields(user, changes)
  if (fields.length === 0) return []
  const renamed = fields.includes('name') && { from: user.fullName, to: changes.fullName }
  const details = { fields, ...renamed }
  return [entryOf(now, user.organisationId, author, 'profile-changed', { details })]
}

/**
 * @returns the membership with the changes applied.
 * @throws HttpError 422 for an invalid field or a wrong password, 409 for a taken address
 * (D32), 429 when the address was changed too often (D49), 503 if it is changed elsewhere at this moment.
 */
export async function updateProfile(
  services: Services,
  caller: FactorCaller,
  update: ProfileUpdate,
  client: Client,
): Promise<Membership> {
  const changes = changesOf(update)
  const { id, emailKey } = caller.user
  const { network } = client
  const save = ({ email }: Pick<User, 'email'>, change: AddressChange | null) =>
    saveProfile(services, caller, { id, email, network }, changes, change)
  let saved: Saved
  if (emailKey === changes.emailKey) saved = await save(caller.user, null)
  else {
    const { current_password: password, ...proof } = update
    const isProven = password !== undefined
    const user = isProven
      ? await requireProofOf(services, caller, client, { password, ...proof }, 'current_password')
      : await accountOf(services, caller)
    const asks = await mayAskAddress(services, changes.emailKey)
    const change = addressChangeOf(services, changes, { isProven, asks }, client)
    saved = await countAddressChange(services, user, network, () => save(user, change))
  }
  if (saved === 'email-taken') throw new FieldsError(409, { email: takenAddressText })
  if (saved !== 'changed-meanwhile') return saved
  throw new BusyError('Your profile is being changed elsewhere. Please try again.', 1)
}

/**
 * Counts a change of address for the user, the recipient of the notice, and the network, which learns whether the new address
 * has an account. The recipient counts because many users may pass an unproven address around.
 * @throws HttpError 429 after too many.
 */
async function countAddressChange(
  services: Services,
  { id, emailKey }: User,
  network: Network,
  save: () => Promise<Saved>,
): Promise<Saved> {
  const subjects = { user: id, address: emailKey, mailbox: mailboxOf(emailKey) }
  const change = () =>
    withRateLimit(services, 'changeAddress', subjects, save, {
      isFree: (saved) => typeof saved === 'string',
      why: 'This address was changed too often.',
    })
  return await withRateLimit(services, 'learnOfAccount', networkSubject(network), change, {
    isFree: (saved) => saved !== 'email-taken',
  })
}

/**
 * Decides the consequences of a change of address.
 * @param links the user's links that haven't expired, oldest first.
 */
type AddressChange = (
  user: User,
  links: readonly PasswordLink[],
  factors: { factor: SecondFactor | null; passkeys: readonly Passkey[] },
  now: Date,
) => {
  /** Mails to the old address, and to the new one. */
  mails: readonly Mail[]
  /** The links that can restore an address from now on, oldest first. */
  links: readonly PasswordLink[]
}

/** The changed membership, or the reason why nothing has changed. */
type Saved = Membership | 'email-taken' | 'changed-meanwhile'

/**
 * Saves changes of a user who still has the address `email`. Otherwise the answer is `changed-meanwhile`.
 * @param changeAddress null if the address has the same key.
 * @throws HttpError 401 if the user is gone.
 */
function saveProfile(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  caller: ActingCaller | null,
  { id, email, network }: Pick<User, 'id' | 'email'> & { network: Network },
  changes: UserChanges,
  changeAddress: AddressChange | null,
): Promise<Saved> {
  return store.change<Saved>('update-profile', { user: id }, caller, async (read) => {
    const now = clock()
    const { emailKey } = changes
    const valid = { userId: id, expiresAt: above(now) }
    const [user, links, factor, passkeys, claimed] = await Promise.all([
      read.one('users', { id }),
      changeAddress ? read.all('passwordLinks', valid) : [],
      activeFactor(read, id),
      read.all('passkeys', { userId: id }),
      claim(read, emailKey, id, now),
    ])
    if (!user) throw new HttpError(401, 'Please sign in.')
    if (user.email !== email) return { answer: 'changed-meanwhile' }
    const where = { id: user.organisationId }
    const organisation = await read.one('organisations', where, 'not-held')
    if (!claimed || !organisation) return { answer: 'email-taken' }
    const addressChange = changeAddress?.(user, links.sort(byAge), { factor, passkeys }, now)
    const formerEmail = addressChange ? formerAfter(user, changes.email) : user.formerEmail
    const author = byUser(user, network)
    const details = { from: user.email, to: changes.email }
    const entries = [
      ...(addressChange ? [entryOf(now, where.id, author, 'address-changed', { details })] : []),
      ...profileEntries(user, changes, author, now),
    ]
    const defined: Partial<User> = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    )
    const formerKey = formerEmail === null ? null : keyOf(formerEmail)
    const to = { ...defined, formerEmail }
    const saved = {
      answer: { user: { ...user, ...to }, organisation },
      writes: [
        ...claimed,
        ...(addressChange
          ? await leaveAddresses(read, emailKey, formerKey, id, addressChange.links)
          : []),
        set('users', { id }, to),
      ],
      mails: addressChange?.mails ?? [],
    }
    if (entries.length > 0) return { ...saved, entries: toEntries(entries) }
    return { ...saved, entries: null, unrecorded: 'is what it was' }
  })
}

/** @returns the address to which an account returns unless its new one is proven (D90); null if that is the new one. */
function formerAfter({ email, formerEmail }: User, newEmail: string): string | null {
  const before = formerEmail ?? email
  return keyOf(before) === keyOf(newEmail) ? null : before
}

const byAge = (one: PasswordLink, other: PasswordLink) =>
  one.createdAt.getTime() - other.createdAt.getTime()

/**
 * Notifies the old address, whose owner may not have made the change. The notice has a link that restores the address if
 * the change was made without the password, or while a second factor can be undone (D89). A change back to an address
 * keeps its link, and ends later ones.
 * @param proof.isProven whether the password was given, and the user's second factor.
 * @param proof.asks whether a mail asks the new address to confirm itself.
 */
function addressChangeOf(
  services: Services,
  changes: UserChanges,
  { isProven, asks }: { isProven: boolean; asks: boolean },
  client: Client,
): AddressChange {
  const { productName, appUrl } = services
  return (user, links, { factor, passkeys }, now) => {
    const token = randomToken()
    const restoring = links.filter(({ restoresEmail }) => restoresEmail !== null)
    const isCertain = isProven && !links.some(({ undoesFactor }) => undoesFactor)
    const returnsTo = restoring.findIndex(
      ({ restoresEmail }) => keyOf(restoresEmail ?? '') === changes.emailKey,
    )
    // An unproven address gets no link to the account: anybody may have its mailbox.
    const hasLink =
      !isCertain && returnsTo < 0 && restoring.length < maxUndoLinks && user.formerEmail === null
    const link: PasswordLink | null = hasLink
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
      undo: link && {
        link: `${appUrl}/reset-password/${token}`,
        expiresInDays: undoDays,
        hasOlder: restoring.length > 0,
      },
    })
    const remaining = returnsTo >= 0 ? restoring.slice(0, returnsTo + 1) : restoring
    const isNew = formerAfter(user, changes.email) !== null
    return {
      mails: [
        // The link is the only way back from the change, so it always goes out (D64).
        link ? mailTo(services, user, notice) : vitalMail(services, user, notice),
        ...(asks && isNew ? [addressMail(services, { ...user, ...changes })] : []),
      ],
      links: link ? [...remaining, link] : remaining,
    }
  }
}

export const profileHandlers = {
  getProfile: ({ services, caller }) => profileOf(services, caller),

  async updateProfile({ services, caller, body, client }) {
    const membership = await updateProfile(services, caller, body, client)
    return await profileOf(services, { ...caller, ...membership })
  },
} satisfies Partial<Handlers>

/**
 * @returns the stored form of a number; null for none.
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
