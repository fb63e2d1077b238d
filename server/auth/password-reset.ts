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
import { emailKey, mailboxOf, requireEmailAddress } from '../people/email'
import { isProven, requireNewPassword } from '../people/person'
import type { User } from '../people/tables'
import { above, add, type ChangeStore } from '../store/change'
import type { Mail, OutgoingMail } from '../store/outgoing-mail'
import { activeFactor } from '../two-factor/codes'
import { namesOf } from '../two-factor/passkey-site'
import { codeRequired, requireFactor } from '../two-factor/second-factor-check'
import { passwordChangedMail, passwordResetMail } from './mails'
import { afterFactors, kindOf } from './password-links'
import { addressMail } from './proven-address'
import {
  type LinkOutcome,
  type LinkUse,
  type RefusedLink,
  setPasswordByLink,
  type UsedLink,
} from './set-password-by-link'
import type { PasswordLink } from './tables'

const lifetimeInMinutes = 60

/**
 * Mails a link that sets a new password, if the address has an account and hasn't been mailed too
 * often. The answer reveals neither (D32, D64).
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
  // Strangers can register sub-addresses of a mailbox. They can't use up the links of a proven address, or of the mailbox
  // itself.
  if (user && mailbox !== key && !isProven(user)) {
    counts.push(countsOf(services, 'mailResetLinkToSubAddress', { mailbox }))
  }
  const waits = await store.countCalls(counts, clock())
  if (!user || waits.some((wait) => wait !== 0)) return
  // No reset opens an account by way of an unproven address (D90).
  if (user.formerEmail !== null) return await mailToUnproven(services, user)
  const createdAt = clock()
  const expiresAt = later(createdAt, lifetimeInMinutes * minute)
  await saveReset(
    store,
    {
      userId: user.id,
      emailKey: user.emailKey,
      restoresEmail: null,
      undoesFactor: false,
      tokenHash: hash,
      createdAt,
      expiresAt,
    },
    mailTo(services, user, {
      ...passwordResetMail({
        productName,
        fullName: user.fullName,
        link: `${appUrl}/reset-password/${token}`,
        expiresInMinutes: lifetimeInMinutes,
      }),
      expiresAt,
    }),
  )
}

/** Mails the link that confirms or rejects an unproven address. */
async function mailToUnproven(services: Services, user: User): Promise<void> {
  await services.store.change('mail-address-link', null, null, async () => ({
    answer: undefined,
    writes: [],
    mails: [addressMail(services, user, mailTo)],
    entries: null,
    unrecorded: 'changes nothing but the outbox',
  }))
}

/**
 * Sets a new password with a link's token, uses the link up, and ends every session. The link may do more:
 * `setPasswordByLink`.
 * @param more proves the second factor, if the user needs one; `browser` is named in the notice.
 * @returns the names of the passkeys that still open the account.
 * @throws HttpError 422 for an invalid password, a link that was used or has expired, or without the second factor; 409
 *   for a link that can't be used now, and stays valid (D66).
 */
export async function resetPassword(
  services: Services,
  token: string,
  password: string,
  network: Network,
  { browser = unknownBrowser, ...proof }: SecondFactorProof & { browser?: string } = {},
): Promise<string[]> {
  const { store, clock, passwords, log } = services
  readFields({ new_password: () => requireNewPassword(password) })
  const passwordHash = await passwords.hash(password)
  const now = clock()
  const client = { network, browser }
  const hash = tokenHash(token)
  const link = await store.one('passwordLinks', { tokenHash: hash, expiresAt: above(now) })
  if (!link) throw linkIsVoid()
  const { userId } = link
  const use = (factor: LinkUse['factor']) =>
    setPasswordByLink(
      services,
      userId,
      { tokenHash: hash, passwordHash, factor },
      now,
      network,
      (done) => noticeTo(services, done, now, client),
    )
  const attempt = async () => {
    const outcome = await use(null)
    if (!outcome || !('refusal' in outcome) || outcome.refusal !== 'needs-factor') return outcome
    const request = { kind: 'link', caller: null, tokenHash: hash } as const
    const { user, needed } = outcome
    return await use(await requireFactor(services, request, user, needed, proof, client))
  }
  const isReset = kindOf(link) === 'reset'
  const outcome = await (isReset ? countReset(services, userId, attempt) : attempt())
  if (outcome === null) throw linkIsVoid()
  if ('refusal' in outcome) throw refusalOf(outcome)
  const { user, passkeys } = outcome
  // People who guessed the old password, codes or links mustn't lock its owner out (D50).
  // If this fails, the password is set all the same: an error would mislead.
  await clearCounts(services, { address: user.emailKey, user: user.id }).catch((error: unknown) =>
    log.error('The sign-in counts of an address could not be cleared', { error: String(error) }),
  )
  return passkeys.map(({ name }) => name)
}

const linkIsVoid = () =>
  new HttpError(422, 'This link was used or has expired. Please ask for a new one.', {
    code: 'link_expired',
  })

/**
 * Counts a reset that sets a password. Links that take an account back don't count (D94).
 * @throws HttpError 429 after too many.
 */
function countReset(
  services: Services,
  userId: string,
  use: () => Promise<LinkOutcome>,
): Promise<LinkOutcome> {
  return withRateLimit(services, 'setPasswordByLink', { user: userId }, use, {
    isFree: (outcome) => outcome === null || 'refusal' in outcome,
    isRefusalFree: true,
    why: 'This password was reset by a link too often today.',
  })
}

/** @returns the notice that a link set a password. */
function noticeTo(
  services: Services,
  { user, passkeys }: UsedLink,
  at: Date,
  { network, browser }: Client,
): OutgoingMail {
  const { productName } = services
  const facts = { productName, fullName: user.fullName, at, browser, network: network.wide }
  const names = namesOf(services, passkeys)
  return noticeFor(services, user, passwordChangedMail({ ...facts, passkeys: names }))
}

/** @returns the error for a link that stays valid, and changed nothing. */
function refusalOf(refused: RefusedLink): HttpError {
  switch (refused.refusal) {
    case 'older-link':
      return new HttpError(
        409,
        'An earlier email told of another change of this account’s address. Please use the link in that email; this one works once it has expired.',
      )
    case 'email-taken':
      return new HttpError(
        409,
        'Another account now has this email address. Sign in to that account (or ask for a new password with ‘Forgot password’), give it another address, and open this link again: it still works.',
        { code: 'taken' },
      )
    case 'needs-factor':
      // The link removes the given factor, or the factor was switched on or replaced meanwhile.
      return refused.needed === 'passkey'
        ? new HttpError(422, 'This passkey was refused.')
        : codeRequired()
  }
}

/**
 * Saves a reset and its mail, if the user still has the address that it is mailed to. The user's other resets stay; a
 * rate limit bounds their number.
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
