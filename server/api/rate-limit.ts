import type { CallName } from '../../contract/calls'
import { tokenHash } from '../lib/tokens'
import { CallerRefused } from '../store/change'
import { StoreBusy, StoreReadOnly } from '../store/unavailable'
import type { Count, CountStore } from './counts'
import { BusyError, HttpError } from './http-error'
import type { Action, Limit, RateLimits, Subject } from './limits'
import { countLocally } from './local-counts'
import type { Network } from './networks'

/** The known values of the subjects that limits count by. */
export type Subjects = Partial<Record<Subject, string>>

interface Counters {
  store: CountStore
  clock: () => Date
  /** Null: no limits. */
  rateLimits: RateLimits | null
}

export interface LimitedCall {
  /**
   * Counts the call once against each of its limits whose subjects are known.
   * @throws HttpError 429 with `Retry-After` when a limit is used up; then nothing is counted.
   */
  count(subjects: Subjects): Promise<void>
  /** Gives back the counts of limits that apply to failures only. */
  succeed(): Promise<void>
  /** Gives all counts back: nothing was attempted. */
  cancel(): Promise<void>
}

/** @returns the call, not counted yet. */
export function limitedCall(services: Counters, name: CallName): LimitedCall {
  const limits: readonly Limit[] = services.rateLimits?.[name] ?? []
  const counted = new Map<Limit, Count>()

  const giveBack = async (isGivenBack: (limit: Limit) => boolean) => {
    const counts = [...counted].flatMap(([limit, count]) => (isGivenBack(limit) ? [count] : []))
    if (counts.length > 0) await services.store.giveBackCalls(counts)
  }

  return {
    async count(subjects) {
      if (limits.length === counted.size) return
      const known = limits.filter(
        (limit) => !counted.has(limit) && limit.by.every((subject) => subject in subjects),
      )
      const counts = known.map((limit) => [limit, countOf(name, limit, subjects)] as const)
      const own = counts.flatMap(([{ perServer }, count]) => (perServer ? count : []))
      const shared = counts.flatMap(([{ perServer }, count]) => (perServer ? [] : count))
      countLocallyOrRefuse(services, own)
      try {
        await countOrRefuse(services, shared)
      } catch (error) {
        // With a read-only database, reading calls go on; the rest fails later.
        if (!(error instanceof StoreReadOnly)) throw error
        countLocallyOrRefuse(services, shared)
        return
      }
      for (const [limit, count] of counts) counted.set(limit, count)
    },

    succeed: () => giveBack(({ failuresOnly = false }) => failuresOnly),

    cancel: () => giveBack(() => true),
  }
}

/** @returns the subject that a network counts as. */
export const networkSubject = ({ wide }: Network) => ({ network: wide })

/**
 * @param cost the number of times that the action counts.
 * @returns an action's counts for all of its limits; none if limits are off.
 */
export function countsOf(
  { rateLimits }: Pick<Counters, 'rateLimits'>,
  action: Action,
  subjects: Subjects,
  cost = 1,
): Count[] {
  const limits: readonly Limit[] = rateLimits?.[action] ?? []
  return limits.map((limit) => ({ ...countOf(action, limit, subjects), cost }))
}

interface Counting<Result> {
  /** Whether the action costs nothing with this result. A BusyError, StoreBusy or CallerRefused is always free. */
  isFree?: (result: Result) => boolean
  /** Whether a refusal (HttpError) is free, too, so that only completed actions count. */
  isRefusalFree?: boolean
  /** The beginning of a refusal's text. */
  why?: string
}

/**
 * Counts an action and runs it.
 * @throws HttpError 429 with `Retry-After` when a limit is used up; then nothing is counted or run.
 */
export async function withRateLimit<Result>(
  services: Counters,
  action: Action,
  subjects: Subjects,
  act: () => Promise<Result>,
  { isFree = () => false, isRefusalFree = false, why }: Counting<Result> = {},
): Promise<Result> {
  const counts = countsOf(services, action, subjects)
  await countOrRefuse(services, counts, why)
  const giveBack = () => services.store.giveBackCalls(counts)
  try {
    const result = await act()
    if (counts.length > 0 && isFree(result)) await giveBack()
    return result
  } catch (error) {
    const isUndone =
      error instanceof BusyError ||
      error instanceof StoreBusy ||
      error instanceof CallerRefused ||
      (isRefusalFree && error instanceof HttpError)
    if (isUndone && counts.length > 0) await giveBack()
    throw error
  }
}

/** The actions whose counts a new password by a link clears, each with the subject that it counts by. */
const cleared = {
  tryPassword: 'address',
  mailResetLink: 'address',
  tryCode: 'user',
  tryCodeOfDay: 'user',
  tryRecoveryCode: 'user',
  tryRecoveryCodeOfDay: 'user',
  tryCodeOfSession: 'user',
  tryCodeOfSessionsOfDay: 'user',
} as const satisfies Partial<Record<Action, Subject>>

/** Resets the counts of an address and its user, from all networks. */
export async function clearCounts(
  { store }: Pick<Counters, 'store'>,
  subjects: Record<'address' | 'user', string>,
): Promise<void> {
  const actions = Object.entries(cleared)
  await Promise.all(
    actions.map(([action, subject]) => store.clearCalls(clearedSubject(action, subjects[subject]))),
  )
}

/**
 * Counts all or nothing.
 * @param why the beginning of a refusal's text.
 * @throws HttpError 429 with `Retry-After` when a limit is used up.
 */
export async function countOrRefuse(
  { store, clock }: Pick<Counters, 'store' | 'clock'>,
  counts: readonly Count[],
  why?: string,
): Promise<void> {
  if (counts.length === 0) return
  const [wait = 0] = await store.countCalls([counts], clock())
  refuseIfSpent(wait, why)
}

/**
 * Counts all or nothing, on this server alone: calls without sign-in must not cost a write.
 * @throws HttpError 429 with `Retry-After` when a limit is used up.
 */
export function countLocallyOrRefuse(
  { store, clock }: Pick<Counters, 'store' | 'clock'>,
  counts: readonly Count[],
): void {
  refuseIfSpent(countLocally(store, counts, clock()))
}

/** @param wait in ms. @throws HttpError 429 unless it is 0. */
export function refuseIfSpent(wait: number, why = 'Too many attempts.'): void {
  if (wait === 0) return
  const seconds = Math.ceil(wait / 1000)
  throw new HttpError(429, `${why} Please try again in ${inWords(seconds)}.`, {
    headers: { 'Retry-After': String(seconds) },
  })
}

function countOf(name: string, limit: Limit, subjects: Subjects): Count {
  const { by, sharedAs = name } = limit
  const values = by.map((subject) => {
    const value = subjects[subject] ?? ''
    // Addresses and tokens are stored as hashes.
    const isSecret = subject === 'address' || subject === 'mailbox' || subject === 'token'
    return `${subject} ${isSecret ? tokenHash(value) : value}`
  })
  const owner = Object.hasOwn(cleared, name) ? cleared[name as keyof typeof cleared] : null
  return {
    key: `${sharedAs} ${values.join(' ')}`,
    limit,
    ...(owner && { subject: clearedSubject(name, subjects[owner] ?? '') }),
  }
}

function clearedSubject(name: string, value: string): string {
  return `${name} ${tokenHash(value)}`
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours <= 48 ? `${hours} hours` : `${Math.ceil(hours / 24)} days`
}
