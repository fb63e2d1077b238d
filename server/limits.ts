import type { CallName } from '../contract/calls'
import type { RateLimit } from './store/store'

/** Calls that guess passwords, make accounts or send mail. */
export type LimitedCall = Extract<
  CallName,
  'login' | 'signup' | 'forgotPassword' | 'inviteTeamMembers'
>

export type RateLimits = Record<LimitedCall, { perAddress: RateLimit; perClient: RateLimit }>
