import type {
  Farewell,
  Invitation,
  KnownBrowser,
  Membership,
  Organisation,
  PasswordLink,
  Session,
  User,
} from './entities'
import { countByRate } from './gcra'
import { guardStore } from './guard'
import { changeMethods } from './memory-change'
import { erasureMethods } from './memory-erasure'
import { eventMethods, tell } from './memory-events'
import { housekeepingMethods } from './memory-housekeeping'
import { outboxMethods } from './memory-outbox'
import { receiptMethods } from './memory-receipts'
import { secondFactorMethods } from './memory-second-factors'
import { sessionMethods } from './memory-sessions'
import {
  emptySubscriptionData,
  type SubscriptionData,
  subscriptionMethods,
} from './memory-subscriptions'
import { teamMethods } from './memory-teams'
import type { SecondFactor } from './second-factor-store'
import type { Store } from './store'
import { undoLinks } from './undo-links'

/** Everything a memory store holds; plain data that survives `structuredClone`. */
export interface MemoryData extends SubscriptionData {
  organisations: Organisation[]
  users: User[]
  sessions: Session[]
  farewells: Farewell[]
  knownBrowsers: KnownBrowser[]
  invitations: Invitation[]
  passwordLinks: PasswordLink[]
  addresses: { emailKey: string; userId: string; heldUntil: Date | null }[]
  secondFactors: SecondFactor[]
  /** By key: until when, in ms since 1970, its calls are spent. */
  spentCalls: Record<string, { spentUntil: number; subject: string | null }>
  /** By name: when it is due next. */
  chores: Record<string, { nextAt: Date }>
}

/** @returns data of a store that holds nothing yet. */
export function emptyMemoryData(): MemoryData {
  return {
    organisations: [],
    users: [],
    sessions: [],
    farewells: [],
    knownBrowsers: [],
    invitations: [],
    passwordLinks: [],
    addresses: [],
    secondFactors: [],
    spentCalls: {},
    chores: {},
    ...emptySubscriptionData(),
  }
}

/**
 * A store in memory, for mock mode and tests.
 * @param data what it starts with; the store writes into this very object, so that its owner can
 *   keep it elsewhere.
 */
export function createMemoryStore(data: MemoryData = emptyMemoryData()): Store {
  function membershipOf(user: User | undefined): Membership | null {
    if (!user) return null
    const organisation = data.organisations.find(({ id }) => id === user.organisationId)
    return organisation ? structuredClone({ user, organisation }) : null
  }

  /** @returns the user of a link; of a reset, if they still have the address that it was mailed to. */
  function ownerOf(link: PasswordLink): User | undefined {
    return data.users.find(
      ({ id, emailKey }) =>
        id === link.userId && (link.putsBack !== null || emailKey === link.emailKey),
    )
  }

  /** Whether an address is somebody else's, or may be put back for them (D66). */
  function isTaken(emailKey: string, by: Pick<User, 'id'>, now: Date): boolean {
    return (
      data.users.some((user) => user.id !== by.id && user.emailKey === emailKey) ||
      data.passwordLinks.some(
        (link) =>
          link.putsBack !== null &&
          link.userId !== by.id &&
          link.emailKey === emailKey &&
          link.expiresAt > now,
      )
    )
  }

  return guardStore({
    ...changeMethods(data),

    async createOrganisation(organisation, admin, entries) {
      if (isTaken(admin.emailKey, admin, admin.createdAt)) return 'email-taken'
      if (data.organisations.some(({ slug }) => slug === organisation.slug)) {
        return 'organisation-exists'
      }
      data.organisations.push(structuredClone(organisation))
      data.users.push(structuredClone(admin))
      tell(data, entries)
      return 'created'
    },

    async addUser(user, entries) {
      if (isTaken(user.emailKey, user, user.createdAt)) return 'email-taken'
      data.users.push(structuredClone(user))
      tell(data, entries)
      return 'added'
    },

    async findOrganisationBySlug(slug) {
      const organisation = data.organisations.find((candidate) => candidate.slug === slug)
      return organisation ? structuredClone(organisation) : null
    },

    async findMembershipByEmailKey(emailKey) {
      return membershipOf(data.users.find((user) => user.emailKey === emailKey))
    },

    async findAccount(userId, now) {
      const user = data.users.find(({ id }) => id === userId)
      return user
        ? structuredClone({ user, links: undoLinks(data.passwordLinks, userId, now) })
        : null
    },

    async updateUser(userId, changes, from, move, now, entries) {
      const user = data.users.find(({ id }) => id === userId)
      if (!user) return 'no-such-user'
      if (user.email !== from) return 'changed-meanwhile'
      if (isTaken(changes.emailKey, user, now)) return 'email-taken'
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      const { fullName, contactNumber, renewalReminders } = user
      Object.assign(user, Object.fromEntries(given))
      const isChanged =
        user.fullName !== fullName ||
        user.contactNumber !== contactNumber ||
        user.renewalReminders !== renewalReminders
      if (isChanged) tell(data, entries)
      if (move) {
        remove(data.passwordLinks, (link) => link.userId === userId)
        data.passwordLinks.push(...structuredClone(move.links))
        data.mails.push(structuredClone(move.notice))
        tell(data, move.entries)
      }
      return membershipOf(user) ?? 'no-such-user'
    },

    async findOrganisationIdsByEmailKeys(emailKeys) {
      const wanted = new Set(emailKeys)
      return new Map(
        data.users
          .filter(({ emailKey }) => wanted.has(emailKey))
          .map(({ emailKey, organisationId }) => [emailKey, organisationId]),
      )
    },

    async findInvitation(tokenHash, now) {
      const invitation = data.invitations.find(
        (candidate) => candidate.tokenHash === tokenHash && candidate.expiresAt > now,
      )
      const organisation = data.organisations.find(({ id }) => id === invitation?.organisationId)
      return invitation && organisation ? structuredClone({ invitation, organisation }) : null
    },

    async addInvitedUser(user, slug, now, proof, entry) {
      if (isTaken(user.emailKey, user, now)) return 'email-taken'
      const organisation = data.organisations.find((candidate) => candidate.slug === slug)
      const invitation = data.invitations.find(
        ({ organisationId, emailKey, expiresAt, ...opened }) =>
          organisationId === organisation?.id &&
          emailKey === user.emailKey &&
          expiresAt > now &&
          (opened.tokenHash === proof.tokenHash ||
            (proof.network !== null &&
              opened.openedFrom === proof.network &&
              opened.openedAt !== null &&
              opened.openedAt >= proof.openedSince)),
      )
      if (!organisation || !invitation) return 'not-invited'
      remove(data.invitations, ({ id }) => id === invitation.id)
      data.users.push(structuredClone({ ...user, organisationId: organisation.id }))
      tell(data, [{ ...entry, organisationId: organisation.id }])
      return 'added'
    },

    async findKept({ id, email }) {
      const isTheirs = ({ userId }: { userId: string }) => userId === id
      return structuredClone({
        sessions: data.sessions.filter(isTheirs),
        browsers: data.knownBrowsers.filter(isTheirs),
        links: data.passwordLinks.filter(isTheirs),
        invitations: data.invitations.filter(({ invitedById }) => invitedById === id),
        mails: data.mails.filter(({ to }) => to === email),
      })
    },

    async countCalls(groups, now) {
      return groups.map((group) =>
        countByRate(
          group,
          now,
          (key) => data.spentCalls[key]?.spentUntil,
          ({ key, subject = null }, spentUntil) => {
            data.spentCalls[key] = { spentUntil, subject }
          },
        ),
      )
    },

    async giveBackCalls(counts) {
      for (const { key, limit, cost = 1 } of counts) {
        const entry = data.spentCalls[key]
        if (entry) entry.spentUntil -= (cost * limit.window) / limit.calls
      }
    },

    async clearCalls(subject) {
      for (const [key, entry] of Object.entries(data.spentCalls)) {
        if (entry.subject === subject) delete data.spentCalls[key]
      }
    },

    ...outboxMethods(data),
    ...teamMethods(data),
    ...erasureMethods(data),
    ...sessionMethods(data),
    ...secondFactorMethods(data, ownerOf),
    ...eventMethods(data),
    ...subscriptionMethods(data),
    ...receiptMethods(data),
    ...housekeepingMethods(data),

    async close() {},
  })
}

function remove<Item>(list: Item[], isUnwanted: (item: Item) => boolean): void {
  const kept = list.filter((item) => !isUnwanted(item))
  list.splice(0, list.length, ...kept)
}
