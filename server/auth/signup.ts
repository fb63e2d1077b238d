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
  /** The token of the invitation whose link was opened; null if the client sent none. */
  invitationToken: string | null
  network: Network
}

/** Milliseconds for which the address of an opened invitation may join without the token (D31, D45). */
const joiningTime = hour

/**
 * Signs somebody up. If an organisation has the name, the user joins it, which takes an invitation whose link was opened
 *. Otherwise the user founds it, as its first admin.
 * @throws FieldsError 422 for all invalid fields, 409 for a taken address or name.
 * @throws HttpError 429 after too many attempts (D64, D49).
 */
export async function signUp(services: Services, signup: Signup): Promise<void> {
  const { store, passwords, clock } = services
  const { network, invitationToken } = signup
  const { fullName, email, name } = await readSignup(signup, store)
  const slug = await slugOf(services, name)
  const subjects = { address: emailKey(email), ...networkSubject(network) }
  // Refusals up to here don't count against the address.
  const passwordHash = await withRateLimit(services, 'signUpAs', subjects, () =>
    passwords.hash(signup.password),
  )
  const createdAt = clock()
  const organisation = newOrganisation({ name, slug, createdAt })
  const organisationId = organisation.id
  const account = { organisationId, fullName, email, passwordHash, createdAt }

  const join = () => {
    const user = newUser({ ...account, isAdmin: false })
    const proof = {
      tokenHash: invitationToken === null ? null : tokenHash(invitationToken),
      network: network.isOwn ? network.near : null,
      openedSince: later(createdAt, -joiningTime),
    }
    return joinByInvitation(services, user, slug, proof, byUser(user, network))
  }
  const found = () => {
    const admin = newUser({ ...account, isAdmin: true })
    const entry = entryOf(createdAt, organisationId, byUser(admin, network), 'signed-up')
    const create = () => createOrganisation(store, null, organisation, admin, [entry])
    return withRateLimit(services, 'foundOrganisation', networkSubject(network), create, {
      isFree: (founded) => founded !== 'created',
      why: 'Too many organisations were registered from your network.',
    })
  }

  const exists = (await findOrganisationBySlug(store, slug, createdAt)) !== null
  const founded = exists ? 'organisation-exists' : await found()
  // Somebody else may have founded it a moment ago.
  const outcome = founded === 'organisation-exists' ? await join() : founded
  if (outcome !== 'created' && outcome !== 'joined') throw new FieldsError(409, refusals[outcome])
}

const refusals = {
  'email-taken': { email: takenAddressText },
  'name-held': {
    organization: 'Another organisation had this name before. Please choose another.',
  },
  'not-invited': {
    organization:
      'This organisation is already registered. If you were invited, open the link in the email again and register with the address it was sent to. Otherwise, ask one of its admins to invite you.',
  },
}

type Founded = 'created' | 'organisation-exists' | 'name-held' | 'email-taken'

/** @returns the fields in their stored form. @throws FieldsError 422 for every field that breaks a rule, and a taken address. */
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
    // Signing in reveals a taken address, too. If all other fields are valid, the attempt is counted first.
    const taken = await store.one('users', { emailKey: emailKey(signup.email) })
    throw taken ? new FieldsError(422, { ...error.fields, email: takenAddressText }) : error
  }
}

/** Saves an organisation and its first admin, or neither. */
export function createOrganisation(
  store: ChangeStore,
  caller: ActingCaller | null,
  organisation: Organisation,
  admin: User,
  entries: Entries,
): Promise<Founded> {
  return store.change('found-organisation', null, caller, async (read) => {
    const { id, slug, createdAt } = organisation
    const [claimed, added] = await Promise.all([
      claimSlug(read, slug, id, createdAt, { isName: true }),
      writesOfUser(read, admin),
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

/** Saves a user of an organisation that exists. */
export function addUser(
  store: ChangeStore,
  caller: ActingCaller | null,
  user: User,
  entries: Entries,
): Promise<'added' | 'email-taken'> {
  return store.change('add-user', { organisation: user.organisationId }, caller, async (read) => {
    const writes = await writesOfUser(read, user)
    return writes ? { answer: 'added', writes, entries } : { answer: 'email-taken' }
  })
}

/** The proof that somebody opened an invitation's link: its token, or the network in which it was opened. */
interface InvitationProof {
  /** Null without a token. */
  tokenHash: string | null
  /** The user's network. It counts if the link was last opened in it, since `openedSince`. Null if unknown. */
  network: string | null
  openedSince: Date
}

/**
 * Saves a user who joins by an invitation, and removes the invitation.
 * @param user gets the id of the organisation that `slug` leads to.
 * @returns `not-invited` without a valid invitation, or without the proof.
 */
async function joinByInvitation(
  services: SecondFactorMode & { store: ChangeStore },
  user: User,
  slug: string,
  proof: InvitationProof,
  author: Author,
): Promise<'joined' | 'email-taken' | 'not-invited'> {
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
      // The user opened a link that was mailed to the address (D90).
      isAddressProven: true,
    }
    const added = await writesOfUser(read, joining)
    if (!added) return { answer: 'email-taken' }
    if (!invitation || invitation.expiresAt <= now || !isProvenBy(proof, invitation)) {
      return { answer: 'not-invited' }
    }
    return {
      answer: 'joined',
      writes: [...added, remove('invitations', { id: invitation.id })],
      entries: [entryOf(now, organisationId, author, 'joined')],
    }
  })
}

const isProvenBy = (
  { network, openedSince, ...proof }: InvitationProof,
  { tokenHash, openedFrom, openedAt }: Row<'invitations'>,
) =>
  tokenHash === proof.tokenHash ||
  (network !== null && openedFrom === network && openedAt !== null && openedAt >= openedSince)

/** @returns the writes that save a new user; null if the address is taken. */
async function writesOfUser(read: Reading, user: User): Promise<Write[] | null> {
  const claimed = await claim(read, user.emailKey, user.id, user.createdAt)
  return claimed && [add('users', user), ...claimed]
}
