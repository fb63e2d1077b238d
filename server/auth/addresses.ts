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
 * The owner of each address: a user who has it, or a user for whom it is held because a link may restore it (D66). If two users
 * claim an address at once, the unique key lets one of them decide again.
 */

/**
 * @param userId a user who exists once the writes are saved.
 * @returns the writes that give the user an address; null if somebody else has it, or it is held for somebody else.
 */
export async function claim(
  read: Reading,
  emailKey: string,
  userId: string,
  now: Date,
): Promise<Write[] | null> {
  const owner = await read.one('addresses', { emailKey })
  const owned = { userId, heldUntil: null }
  if (!owner) return [add('addresses', { emailKey, ...owned })]
  const isOwn = owner.userId === userId
  if (isOwn && owner.heldUntil === null) return []
  const transfer = set('addresses', { emailKey, userId: owner.userId }, owned)
  if (isOwn || (owner.heldUntil !== null && owner.heldUntil <= now)) return [transfer]
  if (owner.heldUntil !== null) return null
  const { userId: id } = owner
  const restoring = { userId: id, emailKey, restoresEmail: not(null), expiresAt: above(now) }
  const [formerOwner, link] = await Promise.all([
    read.one('users', { id, emailKey: not(emailKey), isAddressProven: false }),
    read.one('passwordLinks', restoring),
  ])
  // A user who left an address without proving it loses it, and can't return to it any more (D90).
  const canBeTaken = formerOwner && !link
  return canBeTaken ? [transfer, set('users', { id }, { formerEmail: null })] : null
}

/**
 * @param emailKey the new address, which the user has claimed.
 * @param former the address that the account returns to unless the new one is proven; null for none.
 * @param links the links that can restore former addresses, oldest first. All other links end, resets included (D64).
 * @returns the writes that hold the former addresses for the user, and release all others.
 */
export async function leaveAddresses(
  read: Reading,
  emailKey: string,
  former: string | null,
  userId: string,
  links: readonly PasswordLink[],
): Promise<Write[]> {
  const own = [emailKey, ...(former === null ? [] : [former])]
  // The last link of each address counts.
  const heldLinks = new Map(
    links.filter((link) => !own.includes(link.emailKey)).map((link) => [link.emailKey, link]),
  )
  const existing =
    heldLinks.size === 0
      ? []
      : await read.all('addresses', { emailKey: oneOf([...heldLinks.keys()]) })
  const hashes = links.map(({ tokenHash }) => tokenHash)
  return [
    remove('passwordLinks', { userId, undoesFactor: false, tokenHash: noneOf(hashes) }),
    ...(links.length > 0 ? [ensure('passwordLinks', ['tokenHash'], ...links)] : []),
    remove('addresses', { userId, emailKey: noneOf([...own, ...heldLinks.keys()]) }),
    ...[...heldLinks].map(([key, { expiresAt: heldUntil }]) =>
      existing.some((one) => one.emailKey === key)
        ? // Changes nothing if somebody else has the address.
          set('addresses', { emailKey: key, userId }, { heldUntil })
        : add('addresses', { emailKey: key, userId, heldUntil }),
    ),
  ]
}
