import { byUser, entryOf } from '../audit/entries'
import { HttpError } from '../http/http-error'
import type { Network } from '../http/networks'
import { mailDays } from '../mail/days'
import { ofThisSite } from '../passkeys/site'
import type { Passkey } from '../passkeys/tables'
import type { User } from '../people/tables'
import type { Services } from '../services'
import {
  type ActingCaller,
  above,
  add,
  type ChangeStore,
  not,
  type Reading,
  remove,
  set,
} from '../store/change'
import type { Entries } from '../store/entry'
import type { Mail, OutgoingMail } from '../store/outgoing-mail'
import { later } from '../time'
import { activeFactor } from '../two-factor/codes'
import { neededFactor } from '../two-factor/second-factor-check'
import { dueAfterLoss, type SecondFactorMode } from '../two-factor/second-factor-due'
import type { SecondFactor } from '../two-factor/tables'
import { claim } from './addresses'
import type { PasswordLink } from './tables'

/*
 * What becomes of passwords and of the links that set them.
 */

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
  return store.change('save-reset', { user: userId }, 'visitor', async (read) => {
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
 * Sets another password, ends every session but the caller's, and voids every reset (D64).
 * @param hashes of the password that the caller must have, and of the one that they get.
 * @param noticeOf makes the notice, which names the passkeys that stay.
 * @returns whether it was set.
 */
export function replacePassword(
  store: ChangeStore,
  caller: ActingCaller,
  { from, to }: { from: string; to: string },
  noticeOf: (passkeys: readonly Passkey[]) => OutgoingMail,
  entries: Entries,
): Promise<boolean> {
  const userId = caller.user.id
  return store.change('change-password', { user: userId }, caller, async (read) => {
    const [user, passkeys] = await Promise.all([
      read.one('users', { id: userId, passwordHash: from }),
      read.all('passkeys', { userId }),
    ])
    if (!user) return { answer: false }
    return {
      answer: true,
      writes: [
        set('users', { id: userId }, { passwordHash: to }),
        remove('sessions', { userId, id: not(caller.sessionId) }),
        remove('passwordLinks', resetsOf(userId)),
      ],
      mails: [noticeOf(passkeys)],
      entries,
    }
  })
}

/** @returns the condition of a user's resets, not of links that take the account back. */
const resetsOf = (userId: string) => ({ userId, restoresEmail: null, undoesFactor: false })

/** Whether a link takes an account back, and isn't a reset. */
export const takesBack = ({ restoresEmail, undoesFactor }: PasswordLink) =>
  restoresEmail !== null || undoesFactor

/**
 * @returns when a link is made: 1 ms after the second factor and passkeys that it leaves at the earliest, since servers'
 *   clocks differ.
 */
export function afterFactors(
  factor: SecondFactor | null,
  passkeys: readonly Passkey[],
  now: Date,
): Date {
  const since = [factor?.since ?? now, ...passkeys.map(({ createdAt }) => createdAt)]
  const last = new Date(Math.max(...since.map((at) => at.getTime())))
  return last >= now && (factor?.since || passkeys.length > 0) ? later(last, 1) : now
}

/** @returns when a second factor is switched on, or a passkey added: with the user's links at the earliest, so that it falls with them. */
export function afterLinks(links: readonly PasswordLink[], now: Date): Date {
  return new Date(Math.max(now.getTime(), ...links.map(({ createdAt }) => createdAt.getTime())))
}

/**
 * Keeps what the owner of an account needs to take it back (D89).
 * @param since only links that are younger than this; absent: all.
 * @param what can't be done meanwhile: 'You can't leave'.
 * @throws HttpError 409 while a link can put an address back, with the time from which it can be done.
 */
export async function requireNoWayBack(
  read: Reading,
  { clock, timeZone }: Pick<Services, 'clock' | 'timeZone'>,
  userId: string,
  what: string,
  since: Date | null = null,
): Promise<void> {
  const open = { userId, restoresEmail: not(null), expiresAt: above(clock()) }
  const links = await read.all('passwordLinks', open)
  const ends = links
    .filter(({ createdAt }) => since === null || createdAt > since)
    .map(({ expiresAt }) => expiresAt.getTime())
  if (ends.length === 0) return
  const until = mailDays(timeZone).moment(new Date(Math.max(...ends)))
  throw new HttpError(
    409,
    `Your account's email address was changed recently, and its previous address can take the account back until ${until}. ${what} before then.`,
  )
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
  return store.change<Answer>('set-password-by-link', { user: userId }, 'link', async (read) => {
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
