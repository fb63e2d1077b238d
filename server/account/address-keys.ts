import { claim } from '../auth/addresses'
import type { PasswordLink } from '../auth/tables'
import { emailKey, isEmailAddress } from '../people/email'
import type { User } from '../people/tables'
import type { Services } from '../services'
import { remove, set } from '../store/change'
import type { Invitation } from '../team/tables'

type Renewing = Pick<Services, 'store' | 'clock' | 'log'>

const unrecorded = 'is the same address'

/**
 * Gives addresses that servers from before D96 have kept their one form, the oldest account first. Whoever finds it taken
 * keeps the former key, and signs in with that; the operator is told. Several servers may do this at once, and again.
 */
export async function renewAddressKeys(services: Renewing): Promise<void> {
  const { store, log } = services
  const { users, links, invitations } = await store.findInternationalAddresses()
  for (const user of users) {
    if (!isOutdated(user.email, user) || (await renewUser(services, user))) continue
    const membership = await store.findMembershipByEmailKey(user.emailKey)
    log.error('Two accounts have one address', {
      userId: user.id,
      organisation: membership?.organisation.slug,
    })
  }
  for (const link of links)
    if (isOutdated(link.restoresEmail, link)) await renewLink(services, link)
  for (const invitation of invitations) {
    if (isOutdated(invitation.email, invitation)) await renewInvitation(services, invitation)
  }
}

const isOutdated = (email: string | null, known: { emailKey: string }) =>
  email !== null && isEmailAddress(email) && emailKey(email) !== known.emailKey

/** @returns whether the user has the key now, or needs it no more. */
function renewUser(
  { store, clock }: Renewing,
  { id, email, emailKey: former }: Pick<User, 'id' | 'email' | 'emailKey'>,
): Promise<boolean> {
  const key = emailKey(email)
  return store.change('renew-address-key', { user: id }, 'job', async (read) => {
    const [user, claimed] = await Promise.all([
      read.one('users', { id, email, emailKey: former }),
      claim(read, key, id, clock()),
    ])
    if (!user || !claimed) return { answer: !user }
    return {
      answer: true,
      writes: [
        remove('addresses', { userId: id, emailKey: former }),
        ...claimed,
        set('users', { id }, { emailKey: key }),
        // A reset is for whoever still has the address that it was mailed to.
        set(
          'passwordLinks',
          { userId: id, emailKey: former, restoresEmail: null },
          { emailKey: key },
        ),
      ],
      entries: null,
      unrecorded,
    }
  })
}

/** The address that a link puts back is held by its key. */
function renewLink({ store, clock }: Renewing, link: PasswordLink): Promise<void> {
  const { userId, tokenHash, restoresEmail, emailKey: former, expiresAt: heldUntil } = link
  const key = emailKey(restoresEmail ?? '')
  return store.change('renew-address-key', { user: userId }, 'job', async (read) => {
    const [found, owner, claimed] = await Promise.all([
      read.one('passwordLinks', { tokenHash, emailKey: former }),
      read.one('users', { id: userId, emailKey: key }),
      claim(read, key, userId, clock()),
    ])
    if (!found || !claimed) return { answer: undefined }
    return {
      answer: undefined,
      writes: [
        remove('addresses', { userId, emailKey: former }),
        ...claimed,
        ...(owner ? [] : [set('addresses', { userId, emailKey: key }, { heldUntil })]),
        set('passwordLinks', { tokenHash }, { emailKey: key }),
      ],
      entries: null,
      unrecorded,
    }
  })
}

/** Of two invitations of one organisation to one address, the other one stays usable. */
function renewInvitation(
  { store }: Renewing,
  { id, organisationId, email, emailKey: former }: Invitation,
): Promise<void> {
  const key = emailKey(email ?? '')
  const lock = { organisation: organisationId }
  return store.change('renew-address-key', lock, 'job', async (read) => {
    const [found, other] = await Promise.all([
      read.one('invitations', { id, emailKey: former }),
      read.one('invitations', { organisationId, emailKey: key }),
    ])
    if (!found || other) return { answer: undefined }
    const writes = [set('invitations', { id }, { emailKey: key })]
    return { answer: undefined, writes, entries: null, unrecorded }
  })
}
