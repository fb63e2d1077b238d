import type { Store } from '../../server/app/store'
import { byOrglens } from '../../server/audit/entries'
import { dayTextOf } from '../../server/audit/sign-ins'
import { saveReset, setPasswordByLink } from '../../server/auth/password-changes'
import { keepSession } from '../../server/auth/session'
import {
  addUser,
  foundOrganisation,
  type InvitationProof,
  joinByInvitation,
} from '../../server/auth/signup'
import type { PasswordLink, Session } from '../../server/auth/tables'
import { networkOf } from '../../server/http/networks'
import type { UserChanges } from '../../server/people/people'
import type { Organisation, User } from '../../server/people/tables'
import { saveProfile } from '../../server/profile/profile'
import { above, add, put, remove } from '../../server/store/change'
import type { Mail } from '../../server/store/outgoing-mail'
import { noteOpening } from '../../server/team/invitation'
import type { Invitation } from '../../server/team/tables'
import type { SecondFactor } from '../../server/two-factor/tables'
import { entryExample } from './examples'
import { billingMethods, toEntries } from './test-billing'

const network = networkOf('192.0.2.1')

const dayInUtc = dayTextOf('UTC')

/** A store whose methods may be called without entries: for tests of everything else. */
export type TestStore = ReturnType<typeof testStore>

/** @returns a store that enters something by itself where the test gives no entries. */
export function testStore(store: Store) {
  const methods = {
    createOrganisation: (organisation: Organisation, admin: User) =>
      foundOrganisation(store, 'job', organisation, admin, toEntries(organisation.id)),
    addUser: (user: User) => addUser(store, 'job', user, toEntries(user.organisationId)),
    createSession: (session: Session, hash: string, at = session.createdAt) =>
      keepSession(
        store,
        session,
        async (_read, { passwordHash }) => (passwordHash === hash ? [] : 'void'),
        { result: 'signed-in', browser: session.browser ?? '', network: '', day: dayInUtc(at), at },
        null,
        entryExample({ organisationId: '' }),
      ),
    /** @param move what comes with another address that mails are delivered to; null: it is the same. */
    updateUser: (
      id: string,
      changes: UserChanges,
      email: string,
      move: { mails: Mail[]; links: PasswordLink[] } | null,
      now: Date,
    ) => {
      const services = { store, clock: () => now }
      return saveProfile(services, 'job', { id, email, network }, changes, move && (() => move))
    },
    addInvitedUser: (user: User, slug: string, now: Date, proof: InvitationProof) =>
      joinByInvitation(
        { store, twoFactor: { mode: 'on' }, appUrl: '' },
        { ...user, createdAt: now },
        slug,
        proof,
        byOrglens(),
      ),
    savePasswordReset: (reset: PasswordLink, mail: Mail) => saveReset(store, reset, mail),
    async resetPassword(tokenHash: string, passwordHash: string, now: Date) {
      const link = await store.one('passwordLinks', { tokenHash, expiresAt: above(now) })
      if (link === null) return null
      const services = { store, twoFactor: { mode: 'on' }, appUrl: '' } as const
      const given = { tokenHash, passwordHash, proof: 'code' } as const
      const outcome = await setPasswordByLink(
        services,
        link.userId,
        given,
        now,
        network,
        () => null,
      )
      if (outcome === null) return null
      return 'refused' in outcome ? outcome.refused : outcome.user.emailKey
    },
  }
  return {
    ...store,
    ...billingMethods(store),
    ...methods,
    openInvitation: (hash: string, now: Date, network: string | null) =>
      noteOpening(store, hash, now, network),
    /** Adds a second factor, which is on where it says since when. */
    addSecondFactor: (factor: SecondFactor) => store.save(add('secondFactors', factor)),
    deleteMail: (id: string) => store.save(remove('mails', { id })),
    /** Saves invitations of one organisation and their mails, despite concurrent changes. */
    async saveInvitations(
      invitations: readonly Invitation[],
      mails: readonly Mail[],
    ): Promise<void> {
      const [first] = invitations
      if (!first) return
      const { organisationId } = first
      await store.change('test', { organisation: organisationId }, 'job', async () => ({
        answer: undefined,
        writes: [put('invitations', ['organisationId', 'emailKey'], ...invitations)],
        mails,
        entries: toEntries(organisationId),
      }))
    },
  }
}
