import { type CallName, calls, type RequestOf } from '../contract/calls'
import type { RateLimit } from './store/store'
import { day, hour, minute } from './time'

/** What calls are counted by. Of a body: `address`, its e-mail address; `token`, its link's or session's. */
export type Subject = 'network' | 'wide network' | 'user' | 'organisation' | 'address' | 'token'

/**
 * What a call can be counted by. Signed-in ones never by network: an office behind one address must
 * not notice how many it has.
 */
type SubjectOf<Name extends CallName> = (typeof calls)[Name]['needsBearer'] extends true
  ? 'user' | 'organisation'
  :
      | 'network'
      | 'wide network'
      | (RequestOf<Name> extends { email: string } ? 'address' : never)
      | (RequestOf<Name> extends { refresh: string } | { reset_token: string } ? 'token' : never)

/** How often a call may be made. */
export interface CallLimit<Name extends Subject = Subject> extends RateLimit {
  /** Calls that agree in all of these share a count. */
  by: readonly [Name, ...Name[]]
  /** Calls that share a count with calls of other names do it under this one. */
  sharedAs?: string
  /** Counted by each server on its own. Only for reads, which must not cost a write. */
  ofServer?: true
  /** Counted before the call is made, and given back when it succeeds. */
  failuresOnly?: true
}

/** A call of somebody signed in that changes nothing. */
type SignedInRead = {
  [Name in CallName]: (typeof calls)[Name] extends { method: 'GET'; needsBearer: true }
    ? Name
    : never
}[CallName]

const signedInReadNames = (Object.keys(calls) as CallName[]).filter(
  (name): name is SignedInRead => calls[name].method === 'GET' && calls[name].needsBearer,
)

/** At least one limit for each call: forgetting one that writes is a type error. */
export type CallLimits = {
  readonly [Name in CallName]: readonly [
    CallLimit<SubjectOf<Name>>,
    ...CallLimit<SubjectOf<Name>>[],
  ]
}

/** Every limit there is. */
export interface RateLimits {
  calls: CallLimits
  /** Mails that somebody who isn't a member gets (D49). */
  invitations: {
    ofOrganisation: RateLimit
    toRecipient: RateLimit
    toRecipientOfOrganisation: RateLimit
  }
  /** Each mails a notice to the old address (D49). */
  addressChanges: { ofUser: RateLimit; fromAddress: RateLimit }
}

/**
 * How often what may be done: `calls` at once, refilled evenly over `window`.
 * @param networkFactor multiplies what one network may do, for many people behind one address.
 */
export function rateLimits(networkFactor = 1): RateLimits {
  const perNetwork = (calls: number, window: number) =>
    ({ by: ['network'], calls: calls * networkFactor, window }) as const
  /** Of calls that hash passwords: whoever has a /48 has 65,536 networks. */
  const perWideNetwork = (calls: number, window: number) =>
    ({ ...perNetwork(calls, window), by: ['wide network'] }) as const
  /** All calls that need no sign-in, together; reads among them by each server itself. */
  const open = { ...perNetwork(600, minute), sharedAs: 'open' } as const
  /** What a person who clicks fast, in many tabs, doesn't reach. */
  const reading = { by: ['user'], calls: 300, window: minute, ofServer: true } as const

  const signedInReads = Object.fromEntries(
    signedInReadNames.map((name) => [name, [reading]]),
  ) as Record<SignedInRead, [typeof reading]>

  const perAddress = (calls: number, window: number) =>
    ({ by: ['address'], calls, window }) as const

  return {
    calls: {
      ...signedInReads,
      // D50: tightly from one place, loosely from everywhere, so that nobody locks an owner out.
      login: [
        open,
        perNetwork(300, 15 * minute),
        perWideNetwork(1_500, 15 * minute),
        { by: ['address', 'network'], calls: 10, window: 15 * minute, failuresOnly: true },
        { by: ['address', 'wide network'], calls: 50, window: 15 * minute, failuresOnly: true },
        { by: ['address'], calls: 300, window: 15 * minute, failuresOnly: true },
      ],
      signup: [open, perNetwork(100, hour), perWideNetwork(500, hour), perAddress(20, hour)],
      forgotPassword: [open, perNetwork(100, hour), perAddress(10, hour)],
      // D38: setting a password counts as asking for one.
      resetPassword: [
        open,
        { ...perNetwork(100, hour), sharedAs: 'forgotPassword' },
        perWideNetwork(500, hour),
        { by: ['token'], calls: 10, window: hour },
      ],
      // Those who are signed in have tokens; who guesses them is counted by network.
      refreshToken: [
        { by: ['token'], calls: 30, window: minute },
        { ...open, failuresOnly: true },
      ],
      logout: [open],
      getPricing: [{ ...open, ofServer: true }],
      checkOrganisation: [open],
      openInvitation: [open],

      updateProfile: [{ by: ['user'], calls: 60, window: minute }],
      inviteTeamMembers: [{ by: ['user'], calls: 60, window: hour }],
      // Each makes a subscription at the provider.
      createSubscription: [{ by: ['organisation'], calls: 30, window: hour }],
      // Nobody who has paid is refused; the client asks again.
      verifySubscription: [{ by: ['organisation'], calls: 60, window: minute }],
      cancelSubscription: [{ by: ['organisation'], calls: 30, window: hour }],
    },
    invitations: {
      ofOrganisation: { calls: 500, window: hour },
      toRecipient: { calls: 10, window: day },
      toRecipientOfOrganisation: { calls: 3, window: day },
    },
    addressChanges: {
      ofUser: { calls: 5, window: hour },
      fromAddress: { calls: 10, window: day },
    },
  }
}
