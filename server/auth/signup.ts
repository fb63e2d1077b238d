import { asks } from '../../contract/second-factor-rule'
import { readFields } from '../api/fields'
import { FieldsError } from '../api/http-error'
import type { Network } from '../api/networks'
import { networkSubject, withRateLimit } from '../api/rate-limit'
import type { Services } from '../api/services'
import { hour, later } from '../lib/time'
import { tokenHash } from '../lib/tokens'
import { byUser } from '../people/author'
import { emailKey, requireEmailAddress } from '../people/email'
import {
  newOrganisation,
  newUser,
  requireFullName,
  requireNewPassword,
  takenAddressText,
} from '../people/person'
import { claimSlug, findOrganisationBySlug, requireOrganisationName, slugOf } from '../people/slug'
import type { Organisation, User } from '../people/tables'
import { add, type ChangeStore, type Reading, type Row, remove, type Write } from '../store/change'
import { type ActingCaller, type Author, type Entries, entryOf } from '../store/entry'
import { nextDue, ruleInForce, type SecondFactorMode } from '../two-factor/second-factor-due'
import { claim } from './addresses'

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
  const place = networkSubject(signup.network)
  // Refusals up to here don't count against the address (D64).
  const passwordHash = await withRateLimit(
    services,
    'signUpAs',
    { address: emailKey(email), ...place },
    () => passwords.hash(signup.password),
  )
  const createdAt = clock()
  const organisation = newOrganisation({ name, slug, createdAt })
  const user = newUser({
    organisationId: organisation.id,
    fullName,
    email,
    passwordHash,
    isAdmin: true,
    createdAt,
  })
  const by = byUser(user, signup.network)
  const namesake = await findOrganisationBySlug(store, slug, createdAt)
  let outcome: string = namesake
    ? 'organisation-exists'
    : await withRateLimit(
        services,
        'foundOrganisation',
        place,
        () =>
          foundOrganisation(store, null, organisation, user, [
            entryOf(createdAt, organisation.id, by, 'signed-up'),
          ]),
        {
          isFree: (founded) => founded !== 'created',
          why: 'Too many organisations were registered from your network.',
        },
      )
  if (outcome === 'organisation-exists') {
    const { invitationToken, network } = signup
    const proof = {
      tokenHash: invitationToken === null ? null : tokenHash(invitationToken),
      network: network.isOwn ? network.near : null,
      openedSince: later(createdAt, -joiningTime),
    }
    outcome = await joinByInvitation(services, { ...user, isAdmin: false }, slug, proof, by)
  }
  if (outcome === 'email-taken') throw new FieldsError(409, { email: takenAddressText })
  if (outcome === 'name-held') {
    throw new FieldsError(409, {
      organization: 'Another organisation had this name before. Please choose another.',
    })
  }
  if (outcome === 'not-invited') {
    throw new FieldsError(409, {
      organization:
        'This organisation is already registered. If you were invited, open the link in the mail again and register with the address it was sent to. Otherwise, ask one of its admins to invite you.',
    })
  }
}

/** @throws FieldsError of all fields that break a rule, and of a taken address too. */
async function readSignup(signup: Signup, store: Pick<ChangeStore, 'one'>) {
  try {
    const { fullname, email, organization } = readFields({
      fullname: () => requireFullName(signup.fullName),
      email: () => requireEmailAddress(signup.email),
      password: () => requireNewPassword(signup.password),
      organization: () => requireOrganisationName(signup.organisationName),
    })
    return { fullName: fullname, email, name: organization }
  } catch (error) {
    if (!(error instanceof FieldsError) || error.fields.email) throw error
    // Signing in reveals it too. If everything else is valid, it is reported only after counting (D64).
    const taken = await store.one('users', { emailKey: emailKey(signup.email) })
    throw taken ? new FieldsError(422, { ...error.fields, email: takenAddressText }) : error
  }
}

/** Keeps an organisation and its first admin, or neither (D31). */
export function foundOrganisation(
  store: ChangeStore,
  caller: ActingCaller | null,
  organisation: Organisation,
  admin: User,
  entries: Entries,
): Promise<'created' | 'organisation-exists' | 'name-held' | 'email-taken'> {
  return store.change('found-organisation', null, caller, async (read) => {
    const { id, slug, createdAt } = organisation
    const [claimed, added] = await Promise.all([
      claimSlug(read, slug, id, createdAt, { isName: true }),
      additionOf(read, admin),
    ])
    if (!added) return { answer: 'email-taken' }
    if (claimed === 'taken') return { answer: 'organisation-exists' }
    if (claimed === 'held') return { answer: 'name-held' }
    return {
      answer: 'created',
      writes: [add('organisations', organisation), ...claimed, ...added],
      entries,
    }
  })
}

/** Keeps a user of an organisation that is there. */
export function addUser(
  store: ChangeStore,
  caller: ActingCaller | null,
  user: User,
  entries: Entries,
): Promise<'added' | 'email-taken'> {
  return store.change('add-user', { organisation: user.organisationId }, caller, async (read) => {
    const writes = await additionOf(read, user)
    return writes ? { answer: 'added', writes, entries } : { answer: 'email-taken' }
  })
}

/** Shows that somebody opened an invitation's link: its token, or else where it was opened. */
export interface InvitationProof {
  /** Null: they have no token. */
  tokenHash: string | null
  /**
   * Where they are; counts if the link was last opened from there, and not before `openedSince`. Null:
   * not known (D67).
   */
  network: string | null
  openedSince: Date
}

/**
 * Keeps a user who has an invitation to the organisation that a slug leads to, which hasn't expired when they sign up,
 * and proves to have opened its link. The invitation is used up by it.
 * @param user `organisationId` is replaced by that organisation's.
 */
export async function joinByInvitation(
  services: SecondFactorMode & { store: ChangeStore },
  user: User,
  slug: string,
  proof: InvitationProof,
  by: Author,
): Promise<'added' | 'email-taken' | 'not-invited'> {
  const { store } = services
  const found = await findOrganisationBySlug(store, slug, user.createdAt)
  if (!found) return 'not-invited'
  const { id: organisationId } = found
  return await store.change('join', { organisation: organisationId }, null, async (read) => {
    const { emailKey, createdAt: now } = user
    const [organisation, invitation] = await Promise.all([
      read.one('organisations', { id: organisationId }, 'not-held'),
      read.one('invitations', { organisationId, emailKey }),
    ])
    if (!organisation) return { answer: 'not-invited' }
    const isAsked = asks(ruleInForce(services, organisation), user.isAdmin)
    const before = { wasAsked: false, isAsked, hasFactor: false, due: null }
    const joining = {
      ...user,
      organisationId,
      secondFactorDue: nextDue(before, now),
      // Whoever joins has used a link that was mailed to the address (D90).
      isAddressProven: true,
    }
    const added = await additionOf(read, joining)
    if (!added) return { answer: 'email-taken' }
    if (!invitation || invitation.expiresAt <= now || !isProof(proof, invitation)) {
      return { answer: 'not-invited' }
    }
    return {
      answer: 'added',
      writes: [...added, remove('invitations', { id: invitation.id })],
      entries: [entryOf(now, organisationId, by, 'joined')],
    }
  })
}

const isProof = (proof: InvitationProof, { tokenHash, openedFrom, openedAt }: Row<'invitations'>) =>
  tokenHash === proof.tokenHash ||
  (proof.network !== null &&
    openedFrom === proof.network &&
    openedAt !== null &&
    openedAt >= proof.openedSince)

/** @returns what adds a user; null: their address is taken. */
async function additionOf(read: Reading, user: User): Promise<Write[] | null> {
  const claimed = await claim(read, user.emailKey, user.id, user.createdAt)
  return claimed && [add('users', user), ...claimed]
}
