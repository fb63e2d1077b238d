import { FieldsError } from '../http-error'
import type { Network } from '../networks'
import type { Services } from '../services'
import type { Store } from '../store/store'
import { hour, later } from '../time'
import { emailKey, requireEmailAddress } from './email'
import { byUser, entryOf, unplacedEntry } from './entries'
import { readFields } from './fields'
import { newUser, requireFullName, requirePassword, takenAddressText } from './person'
import { networkSubjects, withRateLimit } from './rate-limit'
import { requireOrganisationName, slugOf } from './slug'
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
 * @throws FieldsError 422 for all invalid fields, 409 for a taken address or name.
 * @throws HttpError 429 after too many attempts (D64, D65).
 */
export async function signUp(services: Services, signup: Signup): Promise<void> {
  const { store, passwords, clock } = services
  const { fullName, email, name } = await readSignup(signup, store)
  const slug = await slugOf(name)
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
  if (outcome === 'email-taken') throw new FieldsError(409, { email: takenAddressText })
  if (outcome === 'not-invited') {
    throw new FieldsError(409, {
      organization:
        'This organisation is registered already. If you were invited, open the link from the mail again and register with the address that it was mailed to; otherwise ask one of its admins for an invitation.',
    })
  }
}

/** @throws FieldsError of all fields that break a rule, and of a taken address too. */
async function readSignup(signup: Signup, store: Store) {
  try {
    const { fullname, email, organization } = readFields({
      fullname: () => requireFullName(signup.fullName),
      email: () => requireEmailAddress(signup.email),
      password: () => requirePassword(signup.password),
      organization: () => requireOrganisationName(signup.organisationName),
    })
    return { fullName: fullname, email, name: organization }
  } catch (error) {
    if (!(error instanceof FieldsError) || error.fields.email) throw error
    // Signing in reveals it too. If everything else is valid, it is reported only after counting (D64).
    const taken = await store.findMembershipByEmailKey(emailKey(signup.email))
    throw taken ? new FieldsError(422, { ...error.fields, email: takenAddressText }) : error
  }
}
