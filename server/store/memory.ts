import type {
  Farewell,
  Invitation,
  KnownBrowser,
  Membership,
  Organisation,
  PasswordLink,
  Session,
  SignIn,
  User,
} from './entities'
import { countByRate } from './gcra'
import { guardStore } from './guard'
import { changeMethods } from './memory-change'
import { erasureMethods } from './memory-erasure'
import { eventMethods } from './memory-events'
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
  signIns: SignIn[]
  invitations: Invitation[]
  passwordLinks: PasswordLink[]
  addresses: { emailKey: string; userId: string; heldUntil: Date | null }[]
  secondFactors: SecondFactor[]
  /** By key: until when, in ms since 1970, its calls are spent. */
  spentCalls: Record<string, { spentUntil: number; subject: string | null }>
  /** How many notices a mailbox got on a day, by both. */
  noticeCounts: Record<string, { day: Date; count: number }>
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
    signIns: [],
    invitations: [],
    passwordLinks: [],
    addresses: [],
    secondFactors: [],
    spentCalls: {},
    noticeCounts: {},
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

  const changes = changeMethods(data)
  return guardStore({
    ...changes,

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

    async findOrganisationIdsByEmailKeys(emailKeys) {
      const wanted = new Set(emailKeys)
      return new Map(
        data.users
          .filter(({ emailKey }) => wanted.has(emailKey))
          .map(({ emailKey, organisationId }) => [emailKey, organisationId]),
      )
    },

    async findInternationalAddresses() {
      const isInternational = (text: string | null) => text !== null && /[^ -~]/.test(text)
      return structuredClone({
        users: data.users
          .filter(({ email }) => isInternational(email))
          .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime()),
        links: data.passwordLinks.filter(({ putsBack }) => isInternational(putsBack)),
        invitations: data.invitations.filter(({ email }) => isInternational(email)),
      })
    },

    async findInvitation(tokenHash, now) {
      const invitation = data.invitations.find(
        (candidate) => candidate.tokenHash === tokenHash && candidate.expiresAt > now,
      )
      const organisation = data.organisations.find(({ id }) => id === invitation?.organisationId)
      return invitation && organisation ? structuredClone({ invitation, organisation }) : null
    },

    async findKept({ id }) {
      const isTheirs = ({ userId }: { userId: string | null }) => userId === id
      return structuredClone({
        sessions: data.sessions.filter(isTheirs),
        browsers: data.knownBrowsers.filter(isTheirs),
        links: data.passwordLinks.filter(isTheirs),
        invitations: data.invitations.filter(({ invitedById }) => invitedById === id),
        mails: data.mails.filter(isTheirs),
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
    ...secondFactorMethods(data),
    ...eventMethods(data, changes),
    ...subscriptionMethods(data),
    ...receiptMethods(data),
    ...housekeepingMethods(data),

    async close() {},
  })
}
