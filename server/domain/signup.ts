import { HttpError } from '../http-error'
import type { Network } from '../networks'
import type { Services } from '../services'
import { hour, later } from '../time'
import { emailKey, requireEmailAddress } from './email'
import { byUser, entryOf, unplacedEntry } from './entries'
import { newUser, requireFullName, requirePassword } from './person'
import { networkSubjects, withRateLimit } from './rate-limit'
import { slugOf } from './slug'
import { tokenHash } from './tokens'

interface Signup {
  fullName: string
  email: string
  password: string
  organisationName: string
  /**
   * The token of the invitation whose link was opened; null if there is none or the client didn't
   * send it.
   */
  invitationToken: string | null
  /** Where the sign-up comes from. */
  network: Network
}

/**
 * How long after opening an invitation its address may join without the token, in ms (D31, D45).
 */
const joiningTime = hour

/**
 * Creates an organisation and its first admin. If the organisation exists, an invited address joins
 * it as a member after proving that the invitation's link was opened (D31, D45).
 * @throws HttpError 422 for an invalid field, 409 for a taken address or name, 429 after too many
 *   attempts (D64, D65).
 */
export async function signUp(services: Services, signup: Signup): Promise<void> {
  const fullName = requireFullName(signup.fullName)
  const email = requireEmailAddress(signup.email)
  requirePassword(signup.password)
  const name = signup.organisationName.trim()
  const slug = await slugOf(name)

  const { store, passwords, clock } = services
  const place = networkSubjects(signup.network)
  // Refusals up to here don't count against the address (D64).
  const passwordHash = await withRateLimit(
    services,
    'signUpAs',
    { address: emailKey(email), ...place },
    () => passwords.hash(signup.password),
  )
  const createdAt = clock()
  const organisation = { id: crypto.randomUUID(), name, slug, createdAt }
  const user = newUser({
    organisationId: organisation.id,
    fullName,
    email,
    passwordHash,
    isAdmin: true,
    createdAt,
  })
  const by = byUser(user, signup.network)
  const exists = (await store.findOrganisationBySlug(slug)) !== null
  let outcome: string = exists
    ? 'organisation-exists'
    : await withRateLimit(
        services,
        'foundOrganisation',
        place,
        () =>
          store.createOrganisation(organisation, user, [
            entryOf(createdAt, organisation.id, by, 'signed-up'),
          ]),
        {
          isFree: (founded) => founded !== 'created',
          why: 'Too many organisations were registered from your network.',
        },
      )
  if (outcome === 'organisation-exists') {
    const { invitationToken, network } = signup
    outcome = await store.addInvitedUser(
      { ...user, isAdmin: false },
      slug,
      createdAt,
      {
        tokenHash: invitationToken === null ? null : tokenHash(invitationToken),
        network: network.isOwn ? network.near : null,
        openedSince: later(createdAt, -joiningTime),
      },
      unplacedEntry(createdAt, by, 'joined'),
    )
  }
  if (outcome === 'email-taken') {
    throw new HttpError(409, 'There is an account with this e-mail address already.')
  }
  if (outcome === 'not-invited') {
    throw new HttpError(
      409,
      'This organisation is registered already. If you were invited, open the link from the mail again and register with the address that it was mailed to; otherwise ask one of its admins for an invitation.',
    )
  }
}
