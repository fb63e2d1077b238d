import type { Caller } from '../api/caller'
import { HttpError } from '../api/http-error'
import type { Network } from '../api/networks'
import type { Services } from '../api/services'
import { day } from '../lib/time'
import { tokenHash } from '../lib/tokens'
import { noticeFor, requirePlaceForNotice } from '../mail/outbox'
import { byUser } from '../people/author'
import { emailKey as keyOf } from '../people/email'
import { isProven } from '../people/person'
import type { User } from '../people/tables'
import { above, type Reading, remove, set, type Write } from '../store/change'
import { entryOf } from '../store/entry'
import type { OutgoingMail } from '../store/outgoing-mail'
import { claim } from './addresses'
import { addressPutBackMail, confirmAddressMail } from './mails'
import { addressOfToken, signAddressToken } from './tokens'

/*
 * An address is unproven until the account's user opens a link that was mailed to it (D90). Until then the reader of the
 * mailbox can reject an address that the account was changed to: the account returns to its former address. If the account was
 * registered with the address, the reader can take it over by a new password.
 */

/** The lifetime of the link, in days. */
const validDays = 7

type Addressee = Pick<User, 'id' | 'emailKey' | 'email' | 'fullName' | 'formerEmail'>

/**
 * @param write `mailTo` for somebody who asked for a reset, which has limits of its own. Otherwise it counts as a notice.
 * @returns the mail with the link that confirms or rejects a user's unproven address.
 */
export function addressMail(
  services: Services,
  { id: userId, emailKey, email, fullName, formerEmail }: Addressee,
  write: typeof noticeFor = noticeFor,
): OutgoingMail {
  const { appUrl, productName } = services
  const token = signAddressToken(services, { userId, emailKey }, validDays * day)
  const link = `${appUrl}/confirm-address/${token}`
  const content = confirmAddressMail({
    productName,
    fullName,
    link,
    expiresInDays: validDays,
    isChanged: formerEmail !== null,
  })
  return write(services, { id: userId, email }, content)
}

/**
 * Mails the link again.
 * @throws HttpError 409 if the caller's address is proven, 429 after too many, or if its mailbox has got a day's notices.
 */
export async function mailAddressLink(
  services: Services,
  caller: Pick<Caller, 'user' | 'sessionId'>,
): Promise<void> {
  const { id, email } = caller.user
  if (!isProven(caller.user)) await requirePlaceForNotice(services, email)
  await services.store.change('mail-address-link', { user: id }, caller, async (read) => {
    const user = await read.one('users', { id })
    if (!user || isProven(user)) {
      throw new HttpError(409, 'Your email address needs no confirmation.')
    }
    return {
      answer: undefined,
      writes: [],
      mails: [addressMail(services, user)],
      entries: null,
      unrecorded: 'changes nothing but the outbox',
    }
  })
}

const noFormerAddress = () =>
  new HttpError(
    409,
    "This account never had another address. If this address is yours, choose 'Forgot password' to take over the account.",
  )

const linkIsVoid = () =>
  new HttpError(422, 'This link has expired, or the account now has another address.', {
    code: 'link_expired',
  })

function readToken(services: Services, token: string) {
  const found = addressOfToken(services, token)
  if (!found) throw linkIsVoid()
  return found
}

/**
 * Confirms the caller's address, with a link that was mailed to it. The former address, if there is one, is free unless a link
 * may restore it (D66).
 * @throws HttpError 422 for a link that has expired, or is about another account or address.
 */
export async function confirmAddress(
  services: Services,
  caller: Pick<Caller, 'user' | 'sessionId'>,
  token: string,
): Promise<void> {
  const { store, clock } = services
  const { userId: id, addressHash } = readToken(services, token)
  if (id !== caller.user.id) {
    throw new HttpError(
      422,
      'This link is about another account. Sign in to the account whose address you changed, and open the link again.',
    )
  }
  await store.change('confirm-address', { user: id }, caller, async (read) => {
    const user = await read.one('users', { id })
    if (!user || tokenHash(user.emailKey) !== addressHash) throw linkIsVoid()
    if (isProven(user)) return { answer: undefined }
    const { formerEmail } = user
    return {
      answer: undefined,
      writes: [
        set('users', { id }, { isAddressProven: true, formerEmail: null }),
        ...(formerEmail === null ? [] : await releaseOf(read, id, keyOf(formerEmail), clock())),
      ],
      entries: null,
      unrecorded: 'the sign-up or the change of the address has an entry',
    }
  })
}

/** @returns the writes that release a user's former address once no link can restore it. */
async function releaseOf(
  read: Reading,
  userId: string,
  emailKey: string,
  now: Date,
): Promise<Write[]> {
  const links = await read.all('passwordLinks', { userId, emailKey, expiresAt: above(now) })
  const ends = links.flatMap(({ restoresEmail, expiresAt }) =>
    restoresEmail === null ? [] : [expiresAt.getTime()],
  )
  const row = { userId, emailKey }
  if (ends.length === 0) return [remove('addresses', row)]
  return [set('addresses', row, { heldUntil: new Date(Math.max(...ends)) })]
}

/**
 * Rejects an unproven address, for the reader of its mailbox: the account returns to its former address, which gets a mail.
 * @throws HttpError 422 for a link that has expired, or an address that was confirmed; 409 without a former address, or if
 *   somebody else has it by now.
 */
export async function rejectAddress(
  services: Services,
  token: string,
  network: Network,
): Promise<void> {
  const { store, clock, productName } = services
  const { userId: id, addressHash } = readToken(services, token)
  await store.change('release-address', { user: id }, null, async (read) => {
    const now = clock()
    const user = await read.one('users', { id })
    if (!user || tokenHash(user.emailKey) !== addressHash) throw linkIsVoid()
    const { email, emailKey, formerEmail, fullName, organisationId } = user
    if (isProven(user)) throw linkIsVoid()
    if (formerEmail === null) throw noFormerAddress()
    const formerKey = keyOf(formerEmail)
    const claimed = await claim(read, formerKey, id, now)
    if (!claimed) throw noFormerAddress()
    const after = { ...user, email: formerEmail, emailKey: formerKey }
    const notice = addressPutBackMail({ productName, fullName, releasedEmail: email })
    return {
      answer: undefined,
      writes: [
        remove('addresses', { userId: id, emailKey }),
        ...claimed,
        set('users', { id }, { email: formerEmail, emailKey: formerKey, formerEmail: null }),
      ],
      mails: [noticeFor(services, { id, email: formerEmail }, notice)],
      entries: [
        entryOf(now, organisationId, byUser(after, network), 'address-put-back', {
          details: { from: email, to: formerEmail },
        }),
      ],
    }
  })
}
