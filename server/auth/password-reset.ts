import type { SecondFactorProof } from '../../contract/second-factor-proof'
import { type Client, unknownBrowser } from '../api/client'
import { readFields } from '../api/fields'
import { HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import { clearCounts, countsOf, networkSubject, withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { later, minute } from '../lib/time'
import { randomToken, tokenHash } from '../lib/tokens'
import { mailTo, noticeFor } from '../mail/outbox'
import { byUser } from '../people/author'
import { emailKey, mailboxOf, requireEmailAddress } from '../people/email'
import { requirePassword } from '../people/person'
import type { User } from '../people/tables'
import { above, add, type ChangeStore, not, remove, set } from '../store/change'
import { entryOf } from '../store/entry'
import type { Mail, OutgoingMail } from '../store/outgoing-mail'
import { activeFactor } from '../two-factor/codes'
import { namesOf, ofThisSite, type Passkey } from '../two-factor/passkey-site'
import { codeRequired, neededFactor, requireFactorOfLink } from '../two-factor/second-factor-check'
import { dueAfterLoss, type SecondFactorMode } from '../two-factor/second-factor-due'
import type { SecondFactor } from '../two-factor/tables'
import { claim } from './addresses'
import { passwordChangedMail, passwordResetMail } from './mails'
import { afterFactors, resetsOf, takesBack } from './password-links'
import { addressMail, isProven } from './proven-address'
import type { PasswordLink } from './tables'

const lifetimeInMinutes = 60

/**
 * Mails a link that sets a new password, if the address has an account and hasn't been mailed too
 * often. The answer reveals neither (D32, D64).
 * @param network where the request comes from.
 * @throws HttpError 422 for an invalid address.
 */
export async function requestPasswordReset(
  services: Services,
  address: string,
  network: Network,
): Promise<void> {
  const { store, clock, appUrl, productName } = services
  const { email } = readFields({ email: () => requireEmailAddress(address) })
  const key = emailKey(email)
  const token = randomToken()
  const hash = tokenHash(token)
  const user = await store.one('users', { emailKey: key })
  const subjects = { address: key, ...networkSubject(network) }
  const counts = [countsOf(services, 'mailResetLink', subjects)]
  const mailbox = mailboxOf(key)
  // A proven address, or one that is the mailbox's own, can't lose its links to accounts that strangers made (D64).
  if (user && mailbox !== key && !isProven(user)) {
    counts.push(countsOf(services, 'mailResetLinkToSubAddress', { mailbox }))
  }
  const waits = await store.countCalls(counts, clock())
  if (!user || waits.some((wait) => wait !== 0)) return
  // Nobody gets into an account by an address that isn't proven to be its user's (D90).
  if (user.formerEmail !== null) return await mailToUnproven(services, user)
  const createdAt = clock()
  await saveReset(
    store,
    {
      userId: user.id,
      emailKey: user.emailKey,
      restoresEmail: null,
      undoesFactor: false,
      tokenHash: hash,
      createdAt,
      expiresAt: later(createdAt, lifetimeInMinutes * minute),
    },
    mailTo(
      services,
      user,
      passwordResetMail({
        productName,
        fullName: user.fullName,
        link: `${appUrl}/reset-password/${token}`,
        expiresInMinutes: lifetimeInMinutes,
      }),
    ),
  )
}

/** Mails the link that confirms or releases an unproven address, however often changes have asked it already. */
async function mailToUnproven(services: Services, user: User): Promise<void> {
  await services.store.change('mail-address-link', null, null, async () => ({
    answer: undefined,
    writes: [],
    mails: [addressMail(services, user)],
    entries: null,
    unrecorded: 'changes nothing but the outbox',
  }))
}

/**
 * Sets a new password with a link's token, consumes the link, and ends every session (D32). A link
 * from a notice also restores the address that the notice went to (D66).
 * @param more proves their second factor, if they need it; `browser` is for the mail about it.
 * @returns the names of the passkeys that still open the account.
 * @throws HttpError 422 for an invalid password, or a link that was used or has expired, or without the second factor.
 */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
  network: Network,
  { browser = unknownBrowser, ...proof }: SecondFactorProof & { browser?: string } = {},
): Promise<string[]> {
  readFields({ new_password: () => requirePassword(password) })
  const passwordHash = await services.passwords.hash(password)
  const now = services.clock()
  const client = { network, browser }
  const hash = tokenHash(token)
  const link = await services.store.one('passwordLinks', { tokenHash: hash, expiresAt: above(now) })
  const use = async (shown: Passkey | 'code' | null) =>
    link === null
      ? null
      : await setPasswordByLink(
          services,
          link.userId,
          { tokenHash: hash, passwordHash, proof: proofOf(shown) },
          now,
          network,
          (used) => noticeTo(services, used, now, client),
        )
  const attempt = async () => {
    const outcome = await use(null)
    if (!outcome || !('refused' in outcome) || outcome.refused !== 'needs-factor') return outcome
    // Whoever holds the link has proven to be the owner of the address, as a password would.
    const { user, needed } = outcome
    return await use(
      (await requireFactorOfLink(services, user, needed, proof, client, hash)) ?? 'code',
    )
  }
  const isReset = link !== null && !takesBack(link)
  const outcome = await (isReset ? countReset(services, link.userId, attempt) : attempt())
  // D36
  if (outcome === null) throw linkIsVoid()
  if ('refused' in outcome) throw linkRefusalOf(outcome)
  // People who guessed the old password, codes or links mustn't lock its owner out (D50, D64, D93).
  // If this fails, the password is set and the link used all the same: an error would mislead.
  const { user, passkeys } = outcome
  await clearCounts(services, { address: user.emailKey, user: user.id }).catch((error: unknown) =>
    services.log.error('The sign-in counts of an address could not be cleared', {
      error: String(error),
    }),
  )
  return passkeys.map(({ name }) => name)
}

const proofOf = (shown: Passkey | 'code' | null) =>
  shown === null || shown === 'code' ? shown : { passkeyId: shown.id }

const linkIsVoid = () =>
  new HttpError(422, 'This link was used or has expired. Please ask for a new one.', {
    code: 'link_expired',
  })

/** Counts a reset that is done, but never a link that takes an account back (D94). @throws HttpError 429 after too many. */
function countReset(
  services: Services,
  userId: string,
  use: () => ReturnType<typeof setPasswordByLink>,
): ReturnType<typeof setPasswordByLink> {
  return withRateLimit(services, 'setPasswordByLink', { user: userId }, use, {
    isFree: (outcome) => outcome === null || 'refused' in outcome,
    isRefusalFree: true,
    why: 'This password was reset by a link too often today.',
  })
}

/** @returns the notice of a password set by a link. */
function noticeTo(
  services: Services,
  { user, passkeys }: LinkUse,
  at: Date,
  { network, browser }: Client,
): OutgoingMail {
  const { productName } = services
  const facts = { productName, fullName: user.fullName, at, browser, network: network.wide }
  const names = namesOf(services, passkeys)
  return noticeFor(services, user, passwordChangedMail({ ...facts, passkeys: names }))
}

function linkRefusalOf(refusal: LinkRefusal): HttpError {
  if (refusal.refused !== 'needs-factor') return linkRefusals[refusal.refused]()
  // What was shown falls with the link, or the factor was switched on or replaced meanwhile.
  return refusal.needed === 'passkey'
    ? new HttpError(422, 'This passkey was refused.')
    : codeRequired()
}

/** Nothing has changed, and the link stays valid (D66). */
const linkRefusals: Record<'older-link' | 'email-taken', () => HttpError> = {
  'older-link': () =>
    new HttpError(
      409,
      'An earlier mail told of another change of this account’s address. Please use the link in that mail; this one works once it has expired.',
    ),
  'email-taken': () =>
    new HttpError(
      409,
      'Another account now has this email address. Sign in to that account (or ask for a new password with ‘Forgot password’), give it another address, and open this link again: it still works.',
      { code: 'taken' },
    ),
}

/**
 * Why a link wasn't used; it stays valid (D66). `older-link`: an older one works first. `email-taken`: somebody has the
 * address that it restores. `needs-factor`: the user has a second factor, `needed`, that is older than the link.
 */
export type LinkRefusal =
  /** Whose link it is. */
  { user: User } & (
    | { refused: 'older-link' | 'email-taken' }
    | { refused: 'needs-factor'; needed: SecondFactor | 'passkey' }
  )

/** What a link did. */
export interface LinkUse {
  /** The user as they are afterwards. */
  user: User
  /** Those that still sign them in. */
  passkeys: readonly Passkey[]
}

/**
 * Keeps a reset and its mail, beside others of the same user (D64), as long as the user has the address that it is
 * mailed to. How many there are is bounded by how often that may be asked for.
 */
export function saveReset(store: ChangeStore, reset: PasswordLink, mail: Mail): Promise<void> {
  const { userId, emailKey } = reset
  return store.change('save-reset', { user: userId }, null, async (read) => {
    const [user, factor, passkeys] = await Promise.all([
      read.one('users', { id: userId, emailKey }),
      activeFactor(read, userId),
      read.all('passkeys', { userId }),
    ])
    if (!user) return { answer: undefined }
    const createdAt = afterFactors(factor, passkeys, reset.createdAt)
    return {
      answer: undefined,
      writes: [add('passwordLinks', { ...reset, createdAt })],
      mails: [mail],
      entries: null,
      unrecorded: 'changes nothing but the outbox until its link is used',
    }
  })
}

/**
 * @param open the user's links that haven't expired.
 * @param since when a second factor was set up, or a passkey added.
 * @returns whether that falls with the use of a link, instead of being asked for: it is younger (D89), also
 *   than another link that takes the account back; or nobody has proven the address that the account was registered
 *   with, and whoever has the mailbox does so now (D90).
 */
function fallsWith(
  link: PasswordLink,
  open: readonly PasswordLink[],
  user: User,
  since: Date | null,
): boolean {
  const ages = takesBack(link) ? open.filter(takesBack) : [link]
  const isYounger = ages.some(({ createdAt }) => since !== null && since >= createdAt)
  return isYounger || !user.isAddressProven
}

interface ByLink {
  tokenHash: string
  /** Of the new password. */
  passwordHash: string
  /** What came with it: a right code of the second factor, a passkey, by its id, or neither. */
  proof: 'code' | { passkeyId: string } | null
}

/**
 * Sets the password of a link that hasn't expired, ends every session of its user (D32) and every reset
 * (D64). A reset's user must still have the address that it was mailed to (D38), proven if they changed to it (D90);
 * what puts an address back does that if there is no older one, and voids all links (D66). A younger second factor
 * falls, and so do younger passkeys (D89).
 * @param noticeTo makes the notice of what was done.
 * @returns what was done; null: there is no such link; else why nothing has changed.
 */
export function setPasswordByLink(
  services: Pick<Services, 'store'> & SecondFactorMode,
  userId: string,
  { tokenHash, passwordHash, proof }: ByLink,
  now: Date,
  network: Network,
  noticeTo: (used: LinkUse) => OutgoingMail | null,
): Promise<LinkUse | LinkRefusal | null> {
  type Answer = LinkUse | LinkRefusal | null
  const { store } = services
  return store.change<Answer>('set-password-by-link', { user: userId }, null, async (read) => {
    const [user, links, factor, all] = await Promise.all([
      read.one('users', { id: userId }),
      read.all('passwordLinks', { userId, expiresAt: above(now) }),
      activeFactor(read, userId),
      read.all('passkeys', { userId }),
    ])
    const link = links.find((one) => one.tokenHash === tokenHash)
    if (!user || !link) return { answer: null }
    const { restoresEmail, createdAt } = link
    const isReset = !takesBack(link)
    const isCurrent = link.emailKey === user.emailKey
    if (isReset && !isCurrent) return { answer: null }
    if (restoresEmail === null && isCurrent && user.formerEmail !== null) return { answer: null }
    const isFirst = !links.some((one) => one.restoresEmail !== null && one.createdAt < createdAt)
    if (restoresEmail !== null && !isFirst) return { answer: { refused: 'older-link', user } }
    const claimed = restoresEmail === null ? [] : await claim(read, link.emailKey, userId, now)
    if (!claimed) return { answer: { refused: 'email-taken', user } }
    const falls = factor !== null && fallsWith(link, links, user, factor.since)
    const fallen = all.filter(({ createdAt: since }) => fallsWith(link, links, user, since))
    const kept = all.filter((one) => !fallen.includes(one))
    const organisation = await read.one('organisations', { id: user.organisationId }, 'not-held')
    if (!organisation) return { answer: null }
    const needed = neededFactor(services, { user, organisation }, falls ? null : factor, kept)
    const isProven =
      proof === 'code' || (proof !== null && kept.some(({ id }) => id === proof.passkeyId))
    if (needed !== null && !isProven) return { answer: { refused: 'needs-factor', user, needed } }
    const passkeys = ofThisSite(services, kept)
    const loses = falls || ofThisSite(services, fallen).length > 0
    const losesAll = loses && (falls || factor === null) && passkeys.length === 0

    const { email, organisationId } = user
    const restored = { email: restoresEmail ?? email, emailKey: link.emailKey, formerEmail: null }
    const given = {
      passwordHash,
      ...(restoresEmail !== null && restored),
      ...((restoresEmail !== null || isCurrent) && { isAddressProven: true }),
      ...(losesAll && { secondFactorDue: await dueAfterLoss(services, read, user, now) }),
    }
    const after = { ...user, ...given }
    const moved = after.email !== email
    const notice = noticeTo({ user: after, passkeys })
    const by = byUser(after, network)
    return {
      answer: { user: after, passkeys },
      writes: [
        remove('sessions', { userId }),
        remove('passwordLinks', restoresEmail === null ? resetsOf(userId) : { userId }),
        ...(link.undoesFactor
          ? [
              remove('passwordLinks', { tokenHash }),
              // Of those that came later, the thief may have one.
              remove('passwordLinks', { userId, undoesFactor: true, createdAt: above(createdAt) }),
            ]
          : []),
        // The address is the user's, and no other is held for them.
        ...(restoresEmail === null
          ? []
          : [remove('addresses', { userId, emailKey: not(link.emailKey) })]),
        ...claimed,
        set('users', { id: userId }, given),
        ...(falls ? [remove('secondFactors', { userId })] : []),
        ...fallen.map(({ id }) => remove('passkeys', { id })),
      ],
      mails: notice ? [notice] : [],
      entries: [
        entryOf(
          now,
          organisationId,
          by,
          moved ? 'address-put-back' : 'password-changed',
          moved ? { details: { from: email, to: after.email } } : {},
        ),
        ...(falls ? [entryOf(now, organisationId, by, 'second-factor-removed')] : []),
        ...fallen.map(() => entryOf(now, organisationId, by, 'passkey-removed')),
      ],
    }
  })
}
