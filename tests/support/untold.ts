import type {
  Invitation,
  Mail,
  Organisation,
  Refund,
  Session,
  Subscription,
  User,
} from '../../server/store/entities'
import type { Told, UnplacedEntry } from '../../server/store/events'
import type { Store } from '../../server/store/store'
import { entryExample } from './examples'

/** The arguments of a method without the last one. */
type Without<Name extends keyof Store> =
  Parameters<Store[Name]> extends [...infer Rest, infer Last] ? [...Rest, last?: Last] : never
type Untold<Name extends keyof Store> = (...given: Without<Name>) => ReturnType<Store[Name]>

type ResetPassword = (
  ...given: [token: string, hash: string, now: Date, notice?: Mail | null, told?: UnplacedEntry]
) => ReturnType<Store['resetPassword']>

const toldOf = (organisationId: string): Told => [entryExample({ organisationId })]
function unplacedEntry(): UnplacedEntry {
  const { organisationId: _none, ...entry } = entryExample({ organisationId: '' })
  return entry
}

/** A store whose methods may be called without what there is to tell: for tests of everything else. */
export type UntoldStore = ReturnType<typeof untold>

/** @returns a store that tells something by itself where the test doesn't. */
export function untold(store: Store) {
  const methods = {
    createOrganisation: (organisation: Organisation, admin: User, told = toldOf(organisation.id)) =>
      store.createOrganisation(organisation, admin, told),
    addUser: (user: User, told = toldOf(user.organisationId)) => store.addUser(user, told),
    createSession: (
      session: Session,
      hash: string,
      seen = { network: '', notice: null as Mail | null },
      told = toldOf(''),
    ) => store.createSession(session, hash, seen, told),
    updateUser: (async (userId, changes, from, move, now, told) => {
      const account = await store.findAccount(userId, now)
      const some = told ?? toldOf(account?.user.organisationId ?? '')
      return await store.updateUser(userId, changes, from, move, now, some)
    }) as Untold<'updateUser'>,
    addInvitedUser: ((user, slug, now, proof, told = unplacedEntry()) =>
      store.addInvitedUser(user, slug, now, proof, told)) as Untold<'addInvitedUser'>,
    resetPassword: ((token, hash, now, notice = null, told = unplacedEntry()) =>
      store.resetPassword(token, hash, now, notice, told)) as ResetPassword,
    addSubscription: (subscription: Subscription, told = toldOf(subscription.organisationId)) =>
      store.addSubscription(subscription, told),
    saveSubscriptions: (
      id: string,
      version: number,
      subscriptions: readonly Subscription[],
      refunds: readonly Refund[],
      mails: readonly Mail[] = [],
      told: Told | null = toldOf(id),
    ) => store.saveSubscriptions(id, version, subscriptions, refunds, mails, told),
    postponeCheck: ((taken, next, failures, told = null) =>
      store.postponeCheck(taken, next, failures, told)) as Untold<'postponeCheck'>,
    updateRefund: ((taken, changes, told = null) =>
      store.updateRefund(taken, changes, told)) as Untold<'updateRefund'>,
    reopenRefund: ((payment, refund, states, now, told = unplacedEntry()) =>
      store.reopenRefund(payment, refund, states, now, told)) as Untold<'reopenRefund'>,
    keepWebhookEvent: ((id, now, told = null) =>
      store.keepWebhookEvent(id, now, told)) as Untold<'keepWebhookEvent'>,
  }
  return {
    ...store,
    ...methods,
    /** Keeps invitations of one organisation and their mails, whatever else changes there meanwhile. */
    async saveInvitations(
      invitations: readonly Invitation[],
      mails: readonly Mail[],
    ): Promise<void> {
      const [first] = invitations
      if (!first) return
      const { organisationId } = first
      const change = { kind: 'invite', invitations } as const
      for (;;) {
        const { version } = await store.findTeam(organisationId)
        const told = toldOf(organisationId)
        if (await store.saveTeam(organisationId, version, change, mails, told)) return
      }
    },
  }
}
