import type { SecondFactorProof } from '../../contract/second-factor-proof'
import { type Client, unknownBrowser } from '../http/client'
import { readFields } from '../http/fields'
import { HttpError } from '../http/http-error'
import type { Network } from '../http/networks'
import { clearCounts, countsOf, networkSubjects, withRateLimit } from '../http/rate-limit'
import { mailTo, noticeFor } from '../mail/outbox'
import { namesOf } from '../passkeys/site'
import type { Passkey } from '../passkeys/tables'
import { emailKey, mailboxOf, requireEmailAddress } from '../people/email'
import { requirePassword } from '../people/person'
import type { User } from '../people/tables'
import type { Services } from '../services'
import { above } from '../store/change'
import type { OutgoingMail } from '../store/outgoing-mail'
import { later, minute } from '../time'
import { randomToken, tokenHash } from '../tokens'
import { codeRequired, requireFactorOfLink } from '../two-factor/second-factor-check'
import { passwordChangedMail, passwordResetMail } from './mails'
import {
  type LinkRefusal,
  type LinkUse,
  saveReset,
  setPasswordByLink,
  takesBack,
} from './password-changes'
import { addressMail, isProven } from './proven-address'

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
  const subjects = { address: key, ...networkSubjects(network) }
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
  await services.store.change('mail-address-link', null, 'visitor', async () => ({
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
