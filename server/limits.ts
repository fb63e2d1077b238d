import { type CallName, calls, type RequestOf } from '../contract/calls'
import type { RateLimit } from './store/store'
import { day, hour, minute } from './time'

/**
 * What counts go by, in the words of the table below. An `address` is an e-mail address, a `mailbox` the
 * one that it and its sub-addresses lead to (D65), a `token` that of a session or a mailed link. What a
 * `network` is, is said in `networks.ts`.
 */
const subjects = {
  'from a network': ['network'],
  'from a wide network': ['wide network'],
  'for an address': ['address'],
  'for an address from a network': ['address', 'network'],
  'for an address from a wide network': ['address', 'wide network'],
  'for an address from an organisation': ['address', 'organisation'],
  'for a mailbox': ['mailbox'],
  'for a mailbox from an organisation': ['mailbox', 'organisation'],
  'for a token': ['token'],
  'of a user': ['user'],
  'of an organisation': ['organisation'],
} as const

type Words = keyof typeof subjects
/** What one count can go by. */
export type Subject = (typeof subjects)[Words][number]

/** How often something may be done: `calls` at once, refilled evenly over `window`. */
export interface Limit<By extends Words = Words> extends RateLimit {
  /** What agrees in all of these shares a count. */
  by: (typeof subjects)[By]
  /** What shares a count with others does it under this name. */
  sharedAs?: string
  /** Counted by each server on its own. Only for reads, which must not cost a write (D54). */
  perServer?: true
  /** Counted before the call is made, and given back when it succeeds. */
  failuresOnly?: true
}

/**
 * What calls can be counted by before anything is done for them. Signed-in ones never by network: an
 * office behind one address must not notice how many it has. None by address alone (D64).
 */
type WordsOf<Name extends CallName> = (typeof calls)[Name]['needsBearer'] extends true
  ? 'of a user' | 'of an organisation'
  :
      | 'from a network'
      | 'from a wide network'
      | (RequestOf<Name> extends { refresh: string } | { reset_token: string }
          ? 'for a token'
          : never)

/** What is counted where it is decided, once it is known to be well-formed. */
export type Action =
  | 'tryPassword'
  | 'signUpAs'
  | 'foundOrganisation'
  | 'mailResetLink'
  | 'inviteAddress'
  | 'sendInvitation'
  | 'sendInvitationWhenNew'
  | 'changeAddress'
  | 'forgeWebhook'

/** Every limit there is. Forgetting a call is a type error. */
export type RateLimits = { readonly [Name in CallName]: readonly Limit<WordsOf<Name>>[] } & {
  readonly [Name in Action]: readonly Limit[]
}

/** A call of somebody signed in that changes nothing. */
type SignedInRead = {
  [Name in CallName]: (typeof calls)[Name] extends { method: 'GET'; needsBearer: true }
    ? Name
    : never
}[CallName]

const signedInReads = (Object.keys(calls) as CallName[]).filter(
  (name): name is SignedInRead => calls[name].method === 'GET' && calls[name].needsBearer,
)

/**
 * The one table of what may be done how often: D49, D50, D64, D65. What is tight goes by more than an
 * address, so that nobody locks anybody out; what goes by an address alone is loose, or refuses nobody
 * (reset links), or keeps one mailbox from being flooded.
 * @param networkFactor multiplies what one network may do, for many people behind one address.
 */
export function rateLimits(networkFactor = 1): RateLimits {
  const within =
    (window: number) =>
    <By extends Words>(counts: Record<By, number>): Limit<By>[] =>
      (Object.keys(counts) as By[]).map((words) => {
        const isOfNetwork = words === 'from a network' || words === 'from a wide network'
        const calls = isOfNetwork ? counts[words] * networkFactor : counts[words]
        return { by: subjects[words], calls, window }
      })
  const aMinute = within(minute)
  const aQuarter = within(15 * minute)
  const anHour = within(hour)
  const aDay = within(day)

  /** All calls that need no sign-in, together. */
  const open = aMinute({ 'from a network': 600 }).map((one) => ({ ...one, sharedAs: 'open' }))
  /** What a person who clicks fast, in many tabs, doesn't reach. */
  const read = aMinute({ 'of a user': 300 }).map((one) => ({ ...one, perServer: true as const }))
  /** What asks for a password by mail, and what sets it (D38). */
  const resets = anHour({ 'from a network': 100 }).map((one) => ({ ...one, sharedAs: 'resets' }))

  return {
    // Whoever isn't signed in. What hashes passwords is counted by wide network, too: whoever has one
    // has 65,536 networks.
    login: [...open, ...aQuarter({ 'from a network': 300, 'from a wide network': 1_500 })],
    // Given back where it is right. Also what the profile asks for (D66).
    tryPassword: aQuarter({
      'for an address from a network': 10,
      'for an address from a wide network': 50,
      'for an address': 300,
    }),
    signup: [...open, ...anHour({ 'from a network': 100, 'from a wide network': 500 })],
    signUpAs: anHour({
      'for an address from a network': 10,
      'for an address from a wide network': 50,
      'for an address': 100,
    }),
    foundOrganisation: anHour({ 'from a network': 20, 'from a wide network': 100 }),
    forgotPassword: [...open, ...resets],
    // Beyond it the answer is the same, and those mailed before still work.
    mailResetLink: anHour({ 'for an address from a network': 5, 'for an address': 10 }),
    resetPassword: [
      ...open,
      ...resets,
      ...anHour({ 'from a wide network': 500, 'for a token': 10 }),
    ],
    // Those who are signed in have tokens; who guesses them is counted by network.
    refreshToken: [
      ...aMinute({ 'for a token': 30 }),
      ...open.map((one) => ({ ...one, failuresOnly: true as const })),
    ],
    logout: open,
    getPricing: open.map((one) => ({ ...one, perServer: true as const })),
    checkOrganisation: open,
    openInvitation: open,
    // Only these count: the provider is never refused for how much it has to tell (D63).
    forgeWebhook: aMinute({ 'from a network': 60 }),

    // Whoever is signed in.
    ...(Object.fromEntries(signedInReads.map((name) => [name, read])) as Record<
      SignedInRead,
      typeof read
    >),
    updateProfile: aMinute({ 'of a user': 60 }),
    // Each mails a notice to the old address.
    changeAddress: [...anHour({ 'of a user': 5 }), ...aDay({ 'for an address': 10 })],
    inviteTeamMembers: anHour({ 'of a user': 60 }),
    // Younger than a day, and without a paid plan.
    sendInvitationWhenNew: anHour({ 'of an organisation': 50 }),
    sendInvitation: anHour({ 'of an organisation': 500 }),
    inviteAddress: aDay({
      'for an address from an organisation': 3,
      'for an address': 20,
      'for a mailbox from an organisation': 20,
      'for a mailbox': 40,
    }),
    // Each makes a subscription at the provider.
    createSubscription: anHour({ 'of an organisation': 30 }),
    // Nobody who has paid is refused; the client asks again.
    verifySubscription: aMinute({ 'of an organisation': 60 }),
    cancelSubscription: anHour({ 'of an organisation': 30 }),
  }
}
