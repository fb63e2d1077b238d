import type { Network } from '../api/networks'
import type { Services } from '../api/services'
import { byUser } from '../people/author'
import type { User } from '../people/tables'
import { above, not, type Reading, remove, set, type Write } from '../store/change'
import { type Author, type Entries, entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { activeFactor } from '../two-factor/codes'
import { type Passkey, passkeysOfSite } from '../two-factor/passkey-site'
import { type NeededFactor, neededFactor } from '../two-factor/second-factor-check'
import { dueAfterLoss, type SecondFactorMode } from '../two-factor/second-factor-due'
import type { SecondFactor } from '../two-factor/tables'
import { claim } from './addresses'
import { kindOf, type LinkKind, resetsOf } from './password-links'
import type { PasswordLink } from './tables'

/** The account's address, compared with the one that a link was mailed to; `unproven` if it is the same, but unproven (D90). */
type AddressState = 'same' | 'unproven' | 'other'

/**
 * The effect of each kind of link on the account's address; all set a new password. `prove`: the user reads the
 * address's mails. `restore`: the account gets the address back (D66). `keep`: the account has another address, which
 * stays. Null: the link is void.
 */
const addressEffects: Record<
  LinkKind,
  Record<AddressState, 'prove' | 'restore' | 'keep' | null>
> = {
  reset: { same: 'prove', unproven: null, other: null },
  'undo-factor': { same: 'prove', unproven: null, other: 'keep' },
  'restore-address': { same: 'restore', unproven: 'restore', other: 'restore' },
}

function addressStateOf(link: PasswordLink, { emailKey, formerEmail }: User): AddressState {
  if (link.emailKey !== emailKey) return 'other'
  return formerEmail === null ? 'same' : 'unproven'
}

/** @returns the removal of the links that end when `link` is used. */
function endedLinks(link: PasswordLink): Write[] {
  const { userId, tokenHash, createdAt } = link
  switch (kindOf(link)) {
    case 'restore-address':
      return [remove('passwordLinks', { userId })]
    case 'reset':
      return [remove('passwordLinks', resetsOf(userId))]
    case 'undo-factor':
      return [
        remove('passwordLinks', resetsOf(userId)),
        remove('passwordLinks', { tokenHash }),
        // A thief may have links that are younger.
        remove('passwordLinks', { userId, undoesFactor: true, createdAt: above(createdAt) }),
      ]
  }
}

/** The second factor and the passkeys that a link removes, and the passkeys that it leaves. */
interface Factors {
  removesFactor: boolean
  removedPasskeys: Passkey[]
  remainingPasskeys: Passkey[]
}

/**
 * Decides which second factor and passkeys a link removes: those that are younger than the link (D89). A link that takes the
 * account back also removes those that are younger than another such link. If nobody ever proved the address, a link removes
 * everything, because the reader of the mailbox proves the address now.
 * @param links the user's, without expired ones.
 * @param factor the user's, if it is on.
 */
function factorsAfter(
  link: PasswordLink,
  links: readonly PasswordLink[],
  { isAddressProven }: User,
  factor: SecondFactor | null,
  passkeys: readonly Passkey[],
): Factors {
  const compared =
    kindOf(link) === 'reset' ? [link] : links.filter((one) => kindOf(one) !== 'reset')
  const isRemoved = (since: Date | null) =>
    !isAddressProven || compared.some(({ createdAt }) => since !== null && since >= createdAt)
  return {
    removesFactor: factor !== null && isRemoved(factor.since),
    removedPasskeys: passkeys.filter(({ createdAt }) => isRemoved(createdAt)),
    remainingPasskeys: passkeys.filter(({ createdAt }) => !isRemoved(createdAt)),
  }
}

export interface LinkUse {
  tokenHash: string
  passwordHash: string
  /** The second factor that was checked for this: a code, a passkey, or null for none. */
  factor: 'code' | Pick<Passkey, 'id'> | null
}

export interface UsedLink {
  user: User
  /** The passkeys that still sign the user in. */
  passkeys: readonly Passkey[]
}

/**
 * The reason why a link wasn't used. It stays valid. `older-link`: an older one must be used first. `email-taken`:
 * another account has the address that it restores. `needs-factor`: it leaves a second factor, which has to be given.
 */
export type RefusedLink = { user: User } & (
  | { refusal: 'older-link' | 'email-taken' }
  | { refusal: 'needs-factor'; needed: NeededFactor }
)

/** Null: the link is void. */
export type LinkOutcome = UsedLink | RefusedLink | null

/**
 * Sets a password by a link that hasn't expired. Ends every session of its user (D32) and every reset (D64).
 * @param noticeTo creates the notice of the change.
 */
export function setPasswordByLink(
  services: Pick<Services, 'store'> & SecondFactorMode,
  userId: string,
  { tokenHash, passwordHash, factor: givenFactor }: LinkUse,
  now: Date,
  network: Network,
  noticeTo: (used: UsedLink) => OutgoingMail | null,
): Promise<LinkOutcome> {
  const { store } = services
  const lock = { user: userId }
  return store.change<LinkOutcome>('set-password-by-link', lock, null, async (read) => {
    const [user, links, factor, all] = await Promise.all([
      read.one('users', { id: userId }),
      read.all('passwordLinks', { userId, expiresAt: above(now) }),
      activeFactor(read, userId),
      read.all('passkeys', { userId }),
    ])
    const link = links.find((one) => one.tokenHash === tokenHash)
    if (!user || !link) return { answer: null }
    const effect = addressEffects[kindOf(link)][addressStateOf(link, user)]
    if (effect === null) return { answer: null }
    const isRestored = effect === 'restore'
    if (isRestored && hasOlder(links, link)) return { answer: { refusal: 'older-link', user } }
    const claimed = isRestored ? await claim(read, link.emailKey, userId, now) : []
    if (!claimed) return { answer: { refusal: 'email-taken', user } }
    const factors = factorsAfter(link, links, user, factor, all)
    const { removesFactor, removedPasskeys, remainingPasskeys } = factors
    const organisation = await read.one('organisations', { id: user.organisationId }, 'not-held')
    if (!organisation) return { answer: null }
    const remainingFactor = removesFactor ? null : factor
    const needed = neededFactor(
      services,
      { user, organisation },
      remainingFactor,
      remainingPasskeys,
    )
    const isGiven =
      givenFactor === 'code' || remainingPasskeys.some(({ id }) => id === givenFactor?.id)
    if (needed !== null && !isGiven) return { answer: { refusal: 'needs-factor', user, needed } }

    const changes = {
      passwordHash,
      ...(effect !== 'keep' && { isAddressProven: true }),
      ...(isRestored && {
        email: link.restoresEmail ?? user.email,
        emailKey: link.emailKey,
        formerEmail: null,
      }),
      ...(await dueAfter(services, read, user, remainingFactor, factors, now)),
    }
    const after = { ...user, ...changes }
    const passkeys = passkeysOfSite(services, remainingPasskeys)
    const notice = noticeTo({ user: after, passkeys })
    return {
      answer: { user: after, passkeys },
      writes: [
        remove('sessions', { userId }),
        ...endedLinks(link),
        // No other address is held for the user any more.
        ...(isRestored ? [remove('addresses', { userId, emailKey: not(link.emailKey) })] : []),
        ...claimed,
        set('users', { id: userId }, changes),
        ...(removesFactor ? [remove('secondFactors', { userId })] : []),
        ...removedPasskeys.map(({ id }) => remove('passkeys', { id })),
      ],
      mails: notice ? [notice] : [],
      entries: entriesOf(user, after, factors, byUser(after, network), now),
    }
  })
}

const hasOlder = (links: readonly PasswordLink[], { createdAt }: PasswordLink) =>
  links.some((one) => one.restoresEmail !== null && one.createdAt < createdAt)

/** @returns the time by which the user needs a new second factor, if the link removes the last one. */
async function dueAfter(
  services: SecondFactorMode,
  read: Reading,
  user: User,
  remainingFactor: SecondFactor | null,
  { removesFactor, removedPasskeys, remainingPasskeys }: Factors,
  now: Date,
): Promise<Partial<Pick<User, 'secondFactorDue'>>> {
  const removesSome = removesFactor || passkeysOfSite(services, removedPasskeys).length > 0
  const hasOther =
    remainingFactor !== null || passkeysOfSite(services, remainingPasskeys).length > 0
  if (!removesSome || hasOther) return {}
  return { secondFactorDue: await dueAfterLoss(services, read, user, now) }
}

function entriesOf(
  { email, organisationId }: User,
  after: User,
  { removesFactor, removedPasskeys }: Factors,
  author: Author,
  now: Date,
): Entries {
  return [
    after.email === email
      ? entryOf(now, organisationId, author, 'password-changed')
      : entryOf(now, organisationId, author, 'address-put-back', {
          details: { from: email, to: after.email },
        }),
    ...(removesFactor ? [entryOf(now, organisationId, author, 'second-factor-removed')] : []),
    ...removedPasskeys.map(() => entryOf(now, organisationId, author, 'passkey-removed')),
  ]
}
