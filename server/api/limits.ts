import { type CallName, calls, type RequestOf } from '../../contract/calls'
import { day, hour, minute } from '../lib/time'
import type { RateLimit } from './counts'

/**
 * The subjects that counts go by, named as in the table below. An `address` is an email address, a
 * `mailbox` the one that it and its sub-addresses lead to (D49), a `token` that of a session or a
 * mailed link. `networks.ts` defines `network`.
 */
const subjects = {
  'from a network': ['network'],
  'for an address': ['address'],
  'for an address from a network': ['address', 'network'],
  'for an address from an organisation': ['address', 'organisation'],
  'for a mailbox': ['mailbox'],
  'for a mailbox from an organisation': ['mailbox', 'organisation'],
  'for a token': ['token'],
  'of a user': ['user'],
  'of a user from a network': ['user', 'network'],
  'of an organisation': ['organisation'],
} as const

type Words = keyof typeof subjects
export type Subject = (typeof subjects)[Words][number]

/** A rate: `calls` at once, refilled evenly over `window`. */
export interface Limit<By extends Words = Words> extends RateLimit {
  /** Calls that agree in all of these subjects share a count. */
  by: (typeof subjects)[By]
  /** Limits of the same name share their counts. */
  sharedAs?: string
  /** Each server counts on its own. Only for reads, which must not cost a write (D54). */
  perServer?: true
  /** Counted before the call runs, and refunded if it succeeds. */
  failuresOnly?: true
}

/**
 * The subjects that a call can be counted by before it runs. Calls of signed-in users never count
 * by network: an office behind one address must not be throttled. None counts by address alone
 * (D64).
 */
type WordsOf<Name extends CallName> = (typeof calls)[Name]['needsBearer'] extends true
  ? 'of a user' | 'of an organisation'
  :
      | 'from a network'
      | (RequestOf<Name> extends { refresh: string } | { reset_token: string }
          ? 'for a token'
          : never)

export type RateLimits = { readonly [Name in CallName | Action]: readonly Limit[] }

/** Actions that are counted later than calls, once their input is known to be well-formed. */
export type Action = Exclude<keyof ReturnType<typeof allLimits>, CallName>

/** The limits of calls. Omitting one is a type error. */
type CallLimits = { readonly [Name in CallName]: readonly Limit<WordsOf<Name>>[] }

/** A signed-in call that changes nothing. */
type SignedInRead = {
  [Name in CallName]: (typeof calls)[Name] extends { method: 'GET'; needsBearer: true }
    ? Name
    : never
}[CallName]

const signedInReads = (Object.keys(calls) as CallName[]).filter(
  (name): name is SignedInRead => calls[name].method === 'GET' && calls[name].needsBearer,
)

/**
 * The one table of rate limits: D49, D50, D64, D49, D94, D95. Tight limits never go by address alone, so that
 * nobody can lock anybody out. Limits by address alone are loose, or refuse nobody (reset links),
 * or protect a mailbox from flooding.
 * @param networkFactor multiplies the limits of a network, for many people behind one address.
 */
export const rateLimits = (networkFactor = 1): RateLimits => allLimits(networkFactor)

function allLimits(networkFactor: number) {
  const within =
    (window: number) =>
    <By extends Words>(counts: Record<By, number>): Limit<By>[] =>
      (Object.keys(counts) as By[]).map((words) => {
        const calls = counts[words] * (words === 'from a network' ? networkFactor : 1)
        return { by: subjects[words], calls, window }
      })
  const aMinute = within(minute)
  const aQuarter = within(15 * minute)
  const anHour = within(hour)
  const aDay = within(day)
  /**
   * Names limits. Named limits have a count of their own, in addition to others by the same subject, or share one
   * between several calls.
   */
  const as = <By extends Words>(sharedAs: string, limits: readonly Limit<By>[]) =>
    limits.map((one) => ({ ...one, sharedAs }))

  /** The limit of all calls without sign-in together. */
  const open = as('open', aMinute({ 'from a network': 600 }))
  /** The limit of reading calls: more than a fast person with many tabs needs. */
  const read = aMinute({ 'of a user': 300 }).map((one) => ({ ...one, perServer: true as const }))
  /** Requesting a password reset, and completing it (D66). */
  const resets = as('resets', anHour({ 'from a network': 100 }))

  /** Limits everything that an admin does to other people, taken together: each is an audit entry (D94). */
  const overPeople = as('over people', aDay({ 'of a user': 50 }))
  /** Stopping and keeping the renewal, together: each has an audit entry. */
  const renewals = as('renewals', aDay({ 'of an organisation': 5 }))

  return {
    // Calls without sign-in.
    login: [...open, ...aQuarter({ 'from a network': 300 })],
    // Refunded if the password is right. Also applies wherever a caller proves theirs.
    tryPassword: aQuarter({
      'for an address from a network': 10,
      'for an address': 300,
    }),
    // Counted where mails are saved, by days of UTC. Above the limit one mail sums up the others (D95).
    mailNotice: aDay({ 'for a mailbox': 40 }),
    // Above this limit, nothing is mailed.
    noticeNewBrowser: aDay({ 'of a user': 1 }),
    // Wrong codes of a second factor, which count only after a right password. Recovery codes count separately: if
    // others have used up the tries for codes, the owner can still use one.
    tryCode: aQuarter({ 'of a user from a network': 5 }),
    tryCodeOfDay: aDay({ 'of a user': 20 }),
    tryRecoveryCode: aQuarter({ 'of a user from a network': 5 }),
    tryRecoveryCodeOfDay: aDay({ 'of a user': 20 }),
    // Each has an audit entry and a mail. Wrong ones don't count here.
    useRecoveryCode: aDay({ 'of a user': 10 }),
    // Limits the mails to the owner of the account about refused codes.
    tellOfRefusedCodes: aDay({ 'of a user': 1 }),
    // Wrong codes of somebody who has a session, but not the password, count separately, too.
    tryCodeOfSession: aQuarter({ 'of a user from a network': 5 }),
    tryCodeOfSessionsOfDay: aDay({ 'of a user': 20 }),
    tellOfCodesRefusedBySessions: aDay({ 'of a user': 1 }),
    // Codes that come with a mailed link count by themselves, so that somebody who guesses codes at sign-in can't block
    // the links of the mailbox's owner (D50). A link lives a week at most, and gets no tries back in that time.
    tryCodeOfLink: within(100 * day)({ 'for a token': 10 }),
    tryCodeOfLinksOfDay: aDay({ 'of a user': 20 }),
    tellOfCodesRefusedByLinks: aDay({ 'of a user': 1 }),
    signup: [...open, ...anHour({ 'from a network': 100 })],
    signUpAs: anHour({
      'for an address from a network': 10,
      'for an address': 100,
    }),
    foundOrganisation: anHour({ 'from a network': 20 }),
    forgotPassword: [...open, ...resets],
    // Above this limit the answer is the same, and earlier links still work.
    mailResetLink: anHour({ 'for an address from a network': 5, 'for an address': 10 }),
    // While nobody has proven the sub-address.
    mailResetLinkToSubAddress: anHour({ 'for a mailbox': 20 }),
    resetPassword: [...open, ...resets, ...anHour({ 'for a token': 30 })],
    // Resets, by the mailbox's owner. Links that take an account back never count: nobody else may use them up (D89).
    setPasswordByLink: aDay({ 'of a user': 5 }),
    // Signed-in users have valid tokens; guesses count by network.
    refreshToken: [
      ...aMinute({ 'for a token': 30 }),
      ...open.map((one) => ({ ...one, failuresOnly: true as const })),
    ],
    logout: open,
    // Every visit to the sign-in page calls this, so it must not cost a row.
    beginPasskeySignIn: open.map((one) => ({ ...one, perServer: true as const })),
    signInWithPasskey: [...open, ...aQuarter({ 'from a network': 300 })],
    getPricing: open.map((one) => ({ ...one, perServer: true as const })),
    checkOrganisation: open,
    openInvitation: open,
    releaseAddress: open,
    confirmCopy: open,
    openPaper: open,
    unsubscribeReport: open,
    stopReport: open,
    // Only forged calls count: the provider may send as many as it needs to (D63).
    forgeWebhook: aMinute({ 'from a network': 60 }),

    // Calls of signed-in users.
    ...(Object.fromEntries(signedInReads.map((name) => [name, read])) as Record<
      SignedInRead,
      typeof read
    >),
    // Each has an audit entry, like all actions with a limit of a day.
    updateProfile: [
      ...aMinute({ 'of a user': 60 }),
      ...as('updateProfile of a day', aDay({ 'of a user': 100 })),
    ],
    // Each may hash twice, and mails the user; wrong ones count like sign-ins as well.
    changePassword: aDay({ 'of a user': 30 }),
    leave: anHour({ 'of a user': 20 }),
    exportAccount: anHour({ 'of a user': 20 }),
    // Only completed changes count: a typing error, or a missing code, costs nothing.
    setPassword: aDay({ 'of a user': 10 }),
    exportData: aDay({ 'of a user': 5 }),
    endSession: aMinute({ 'of a user': 60 }),
    endOtherSessions: aMinute({ 'of a user': 60 }),
    // Counts only if a session has ended: wrong passwords mustn't use it up.
    endSessions: aDay({ 'of a user': 10 }),
    // Called every hour, for each dashboard in each tab.
    getDashboardLink: aMinute({ 'of a user': 60 }),
    // Each change mails a notice to the old address.
    changeAddress: [
      ...anHour({ 'of a user': 5 }),
      ...as('changeAddress of a day', aDay({ 'of a user': 8 })),
      ...aDay({ 'for an address': 10, 'for a mailbox': 40 }),
    ],
    // Mails to an address that nobody has proven. Above this, nothing is mailed.
    askAddress: aDay({ 'for a mailbox': 10 }),
    // Counted by who asks, so that strangers don’t use up what an organisation may send to its accountant.
    askAccountingAddress: aDay({ 'for a mailbox from an organisation': 5, 'for a mailbox': 40 }),
    confirmAddress: aQuarter({ 'of a user': 30 }),
    // Counted per caller, so that others can't use up the owner's attempts.
    mailAddressLink: [
      ...anHour({ 'of a user': 5 }),
      ...as('mailAddressLink of a day', aDay({ 'of a user': 10 })),
    ],
    renameOrganisation: aMinute({ 'of a user': 60 }),
    // Each compares a password.
    changeSlug: anHour({ 'of a user': 30 }),
    // Only completed changes count: each holds a slug, and has an audit entry.
    renamed: aDay({ 'of an organisation': 10 }),
    slugChanged: within(30 * day)({ 'of an organisation': 2 }),
    deleteOrganisation: anHour({ 'of a user': 20 }),
    keepOrganisation: aMinute({ 'of a user': 60 }),
    // Each mails everybody, and so does withdrawing it.
    deletionRequested: aDay({ 'of an organisation': 3 }),
    // Each compares a code, which counts too.
    changeSecondFactorRule: aMinute({ 'of a user': 60 }),
    // Only completed changes count: each has an audit entry, and mails people.
    secondFactorRuleChanged: aDay({ 'of an organisation': 5 }),
    changeBuyer: aDay({ 'of an organisation': 60 }),
    getPaper: read,
    billReceipt: anHour({ 'of an organisation': 60 }),
    // Each mails an address that nobody has proven.
    addCopy: [
      ...anHour({ 'of an organisation': 10 }),
      ...as('addCopy of a day', aDay({ 'of an organisation': 50 })),
    ],
    removeCopy: aDay({ 'of an organisation': 60 }),
    subscribeReport: aDay({ 'of a user': 60 }),
    changeReport: anHour({ 'of a user': 60 }),
    // Each has an audit entry.
    removeReport: aDay({ 'of a user': 60 }),
    resumeReport: anHour({ 'of a user': 60 }),
    // Each reads the dashboard (D142).
    sendReportNow: anHour({ 'of a user': 3 }),
    previewReport: anHour({ 'of a user': 30 }),
    mailReport: aDay({ 'of an organisation': 5_000 }),
    inviteTeamMembers: [
      ...anHour({ 'of a user': 60 }),
      ...as('inviteTeamMembers of a day', aDay({ 'of a user': 200 })),
    ],
    // Inviting, or changing to an address, tells whether it has an account: no faster than signing in does.
    learnOfAccount: anHour({ 'from a network': 1_200 }),
    // Organisations younger than a day without a paid plan.
    sendInvitationWhenNew: anHour({ 'of an organisation': 50 }),
    sendInvitation: anHour({ 'of an organisation': 500 }),
    inviteAddress: aDay({
      'for an address from an organisation': 3,
      'for a mailbox from an organisation': 20,
    }),
    // Refunded if nothing is mailed, so that such calls use up no limit of others.
    mailInvitation: aDay({ 'for an address': 20, 'for a mailbox': 40 }),
    // Each mails all admins.
    setRole: [...aDay({ 'of an organisation': 50 }), ...overPeople],
    // Counts by the user whose role changes, not by the admin.
    changeRole: aDay({ 'of a user': 5 }),
    removeMember: [...anHour({ 'of an organisation': 200 }), ...overPeople],
    resendInvitation: [
      ...anHour({ 'of a user': 60 }),
      ...as('resendInvitation of a day', aDay({ 'of a user': 200 })),
    ],
    // As many invitations can be revoked as can be sent in an hour.
    revokeInvitation: [
      ...aMinute({ 'of a user': 60 }),
      ...as('revokeInvitation of a day', aDay({ 'of a user': 500 })),
    ],
    // Each compares a password, which counts too, or a code.
    beginTwoFactor: anHour({ 'of a user': 30 }),
    confirmTwoFactor: aQuarter({ 'of a user': 30 }),
    // Each mails the user, whose address nobody proved.
    removeTwoFactor: aDay({ 'of a user': 10 }),
    renewRecoveryCodes: aDay({ 'of a user': 5 }),
    resetTwoFactor: [...anHour({ 'of an organisation': 100 }), ...overPeople],
    beginPasskeyProof: aMinute({ 'of a user': 60 }),
    // Each compares a password, which counts too, or a code.
    beginPasskey: anHour({ 'of a user': 20 }),
    addPasskey: anHour({ 'of a user': 20 }),
    renamePasskey: aMinute({ 'of a user': 60 }),
    removePasskey: anHour({ 'of a user': 20 }),
    tellOfRefusedPasskey: aDay({ 'of a user': 1 }),
    // Counts by the owner of the factor or passkey, not by the admin who resets it.
    setSecondFactor: [
      ...anHour({ 'of a user': 5 }),
      ...as('setSecondFactor of a day', aDay({ 'of a user': 10 })),
    ],
    // Each call creates a subscription at the provider, and each payment has an audit entry.
    createSubscription: aDay({ 'of an organisation': 10 }),
    // A payment is never lost: the client asks again.
    verifySubscription: aMinute({ 'of an organisation': 60 }),
    // Counts wrong signatures alone: each has an audit entry.
    refuseProof: aDay({ 'of an organisation': 50 }),
    cancelSubscription: anHour({ 'of an organisation': 30 }),
    stopRenewing: renewals,
    keepRenewing: renewals,
    // Each asks the provider.
    checkPayment: aMinute({ 'of an organisation': 6 }),
    changePaymentMethod: [
      ...aMinute({ 'of an organisation': 6 }),
      ...as('changePaymentMethod of a day', aDay({ 'of an organisation': 5 })),
    ],
  } satisfies CallLimits & Record<string, readonly Limit[]>
}
