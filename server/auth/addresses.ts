import { withdrawnReports } from '../mail/outbox'
import {
  above,
  add,
  ensure,
  noneOf,
  not,
  oneOf,
  type Reading,
  remove,
  set,
  type Write,
} from '../store/change'
import type { PasswordLink } from './tables'

/*
 * Whose an address is: a user's, or held for one who may put it back (D66). Of two who claim
 * one at once, one decides again and finds the other.
 */

/**
 * @param userId somebody who is there by then.
 * @returns the writes that give them an address; null: it is somebody else's, or held for them.
 */
export async function claim(
  read: Reading,
  emailKey: string,
  userId: string,
  now: Date,
): Promise<Write[] | null> {
  const owner = await read.one('addresses', { emailKey })
  const taken = { userId, heldUntil: null }
  if (!owner) return [add('addresses', { emailKey, ...taken })]
  const isMine = owner.userId === userId
  if (isMine && owner.heldUntil === null) return []
  const taking = set('addresses', { emailKey, userId: owner.userId }, taken)
  if (isMine || (owner.heldUntil !== null && owner.heldUntil <= now)) return [taking]
  if (owner.heldUntil !== null) return null
  const { userId: id } = owner
  const restoring = { userId: id, emailKey, restoresEmail: not(null), expiresAt: above(now) }
  const [left, link] = await Promise.all([
    read.one('users', { id, emailKey: not(emailKey), isAddressProven: false }),
    read.one('passwordLinks', restoring),
  ])
  // Nobody keeps an address that they left and never proved (D90): they can't return to it any more.
  return left && !link ? [taking, set('users', { id }, { formerEmail: null })] : null
}

/**
 * @param emailKey the new address.
 * @param former the one that the account returns to, unless the new one is proven (D90); null: none.
 * @param links can put former addresses back from now on, oldest first; every other one is void, resets included (D64).
 * @returns what goes with a claimed address that mails are delivered to: nobody else gets the former ones meanwhile.
 */
export async function leaveAddresses(
  read: Reading,
  emailKey: string,
  former: string | null,
  userId: string,
  links: readonly PasswordLink[],
): Promise<Write[]> {
  const theirs = [emailKey, ...(former === null ? [] : [former])]
  // Each address once: two may differ in parts that don't count for the key.
  const held = new Map(
    links.filter((link) => !theirs.includes(link.emailKey)).map((link) => [link.emailKey, link]),
  )
  const known =
    held.size === 0 ? [] : await read.all('addresses', { emailKey: oneOf([...held.keys()]) })
  const hashes = links.map(({ tokenHash }) => tokenHash)
  return [
    withdrawnReports(userId),
    remove('passwordLinks', { userId, undoesFactor: false, tokenHash: noneOf(hashes) }),
    ...(links.length > 0 ? [ensure('passwordLinks', ['tokenHash'], ...links)] : []),
    remove('addresses', { userId, emailKey: noneOf([...theirs, ...held.keys()]) }),
    ...(former === null
      ? []
      : [ensure('addresses', ['emailKey'], { emailKey: former, userId, heldUntil: null })]),
    ...[...held].map(([key, { expiresAt: heldUntil }]) =>
      known.some((one) => one.emailKey === key)
        ? // Somebody else's stays theirs.
          set('addresses', { emailKey: key, userId }, { heldUntil })
        : add('addresses', { emailKey: key, userId, heldUntil }),
    ),
  ]
}
