import type { Network } from '../networks'
import { type ActingCaller, above, add, type ChangeStore, not, remove, set } from '../store/change'
import type { Mail, PasswordLink, User } from '../store/entities'
import type { Entries } from '../store/events'
import { claim } from './addresses'
import { byUser, entryOf } from './entries'

/*
 * What becomes of passwords and of the links that set them.
 */

/** Why a link can't be used yet; it stays valid (D66). */
export interface LinkRefusal {
  /** `older-link`: an older one works first. `email-taken`: somebody has the address that it restores. */
  refused: 'older-link' | 'email-taken'
}

/**
 * Keeps a reset and its mail, beside others of the same user (D64), as long as the user has the address that it is
 * mailed to. How many there are is bounded by how often that may be asked for.
 */
export function saveReset(store: ChangeStore, reset: PasswordLink, mail: Mail): Promise<void> {
  const { userId, emailKey } = reset
  return store.change('save-reset', { user: userId }, 'visitor', async (read) => {
    const user = await read.one('users', { id: userId, emailKey })
    if (!user) return { answer: undefined }
    return {
      answer: undefined,
      writes: [add('passwordLinks', reset)],
      mails: [mail],
      entries: null,
      unrecorded: 'changes nothing but the outbox until its link is used',
    }
  })
}

/**
 * Sets another password, ends every session but the caller's, and voids every reset (D64).
 * @param hashes of the password that the caller must have, and of the one that they get.
 * @returns whether it was set.
 */
export function replacePassword(
  store: ChangeStore,
  caller: ActingCaller,
  { from, to }: { from: string; to: string },
  notice: Mail,
  entries: Entries,
): Promise<boolean> {
  const userId = caller.user.id
  return store.change('change-password', { user: userId }, caller, async (read) => {
    if (!(await read.one('users', { id: userId, passwordHash: from }))) return { answer: false }
    return {
      answer: true,
      writes: [
        set('users', { id: userId }, { passwordHash: to }),
        remove('sessions', { userId, id: not(caller.sessionId) }),
        remove('passwordLinks', { userId, putsBack: null }),
      ],
      mails: [notice],
      entries,
    }
  })
}

/**
 * Sets the password of a link that hasn't expired, ends every session of its user (D32) and every reset
 * (D64). A reset's user must still have the address that it was mailed to (D38); what puts an address back
 * does that if there is no older one, and voids all of them (D66).
 * @param noticeTo makes the notice, to the user as they are afterwards.
 * @returns whose `emailKey` it is now; null: there is no such link; else why nothing has changed.
 */
export function setPasswordByLink(
  store: ChangeStore,
  userId: string,
  { tokenHash, passwordHash }: { tokenHash: string; passwordHash: string },
  now: Date,
  network: Network,
  noticeTo: (user: User) => Mail | null,
): Promise<string | LinkRefusal | null> {
  type Answer = string | LinkRefusal | null
  return store.change<Answer>('set-password-by-link', { user: userId }, 'link', async (read) => {
    const [user, links] = await Promise.all([
      read.one('users', { id: userId }),
      read.all('passwordLinks', { userId, expiresAt: above(now) }),
    ])
    const link = links.find((one) => one.tokenHash === tokenHash)
    if (!user || !link) return { answer: null }
    const isReset = link.putsBack === null
    if (isReset && link.emailKey !== user.emailKey) return { answer: null }
    if (links.some((one) => !isReset && one.putsBack !== null && one.createdAt < link.createdAt)) {
      return { answer: { refused: 'older-link' } }
    }
    const claimed = isReset ? [] : await claim(read, link.emailKey, userId, now)
    if (!claimed) return { answer: { refused: 'email-taken' } }

    const { email } = user
    const after = {
      ...user,
      passwordHash,
      ...(link.putsBack !== null && { email: link.putsBack, emailKey: link.emailKey }),
    }
    const moved = after.email !== email
    const notice = noticeTo(after)
    return {
      answer: after.emailKey,
      writes: [
        remove('sessions', { userId }),
        remove('passwordLinks', isReset ? { userId, putsBack: null } : { userId }),
        // The address is the user's, and no other is held for them.
        ...(isReset ? [] : [remove('addresses', { userId, emailKey: not(link.emailKey) })]),
        ...claimed,
        set(
          'users',
          { id: userId },
          {
            passwordHash,
            ...(after.emailKey !== user.emailKey && { emailKey: after.emailKey }),
            ...(moved && { email: after.email }),
          },
        ),
      ],
      mails: notice ? [notice] : [],
      entries: [
        entryOf(
          now,
          user.organisationId,
          byUser(after, network),
          moved ? 'address-put-back' : 'password-changed',
          moved ? { details: { from: email, to: after.email } } : {},
        ),
      ],
    }
  })
}
