import type { CallName } from '../../contract/calls'
import { HttpError } from '../http-error'
import type { CallLimit, Subject } from '../limits'
import type { Services } from '../services'
import type { Count } from '../store/store'
import { countOnThisServer } from './own-counts'
import { tokenHash } from './tokens'

/** What is known of a call that limits count it by. */
export type Subjects = Partial<Record<Subject, string>>

/** One call as its limits see it. */
export interface LimitedCall {
  /**
   * Counts the call against those of its limits whose subjects are known by now, once each.
   * @throws HttpError 429 with `Retry-After` when one of them is spent; then none was counted.
   */
  count(subjects: Subjects): Promise<void>
  /** Gives back what counts only where the call fails. */
  succeed(): Promise<void>
  /** Gives everything back: nothing was tried. */
  cancel(): Promise<void>
}

/** @returns the call, not yet counted. */
export function limitedCall(services: Services, name: CallName): LimitedCall {
  const limits: readonly CallLimit[] = services.rateLimits?.calls[name] ?? []
  const counted = new Map<CallLimit, Count>()

  const giveBack = async (isGivenBack: (limit: CallLimit) => boolean) => {
    const counts = [...counted].flatMap(([limit, count]) => (isGivenBack(limit) ? [count] : []))
    if (counts.length > 0) await services.store.giveBackCalls(counts)
  }

  return {
    async count(subjects) {
      const known = limits.filter(
        (limit) => !counted.has(limit) && limit.by.every((subject) => subject in subjects),
      )
      const counts = known.map((limit) => countOf(name, limit, subjects))
      const isOfServer = (_count: Count, index: number) => known[index]?.ofServer === true
      const own = counts.filter(isOfServer)
      refuseIfSpent(countOnThisServer(services.store, own, services.clock()))
      await countOrRefuse(
        services,
        counts.filter((count, index) => !isOfServer(count, index)),
      )
      for (const [index, limit] of known.entries()) {
        const count = counts[index]
        if (count) counted.set(limit, count)
      }
    },

    succeed: () => giveBack(({ failuresOnly = false }) => failuresOnly),

    cancel: () => giveBack(() => true),
  }
}

/** Forgets the calls of a name that were counted by an address, wherever they came from. */
export async function clearCallsOf(
  { store }: Services,
  name: CallName,
  emailKey: string,
): Promise<void> {
  await store.clearCalls(addressSubject(name, emailKey))
}

/**
 * Counts all or nothing.
 * @param why begins the text of a refusal.
 * @throws HttpError 429 with `Retry-After` when a limit is spent.
 */
export async function countOrRefuse(
  { store, clock }: Services,
  counts: readonly Count[],
  why = 'Too many attempts.',
): Promise<void> {
  if (counts.length === 0) return
  const [wait = 0] = await store.countCalls([counts], clock())
  refuseIfSpent(wait, why)
}

/** @param wait in ms. @throws HttpError 429 unless it is 0. */
function refuseIfSpent(wait: number, why = 'Too many attempts.'): void {
  if (wait === 0) return
  const seconds = Math.ceil(wait / 1000)
  throw new HttpError(429, `${why} Please try again in ${inWords(seconds)}.`, {
    'Retry-After': String(seconds),
  })
}

function countOf(name: CallName, limit: CallLimit, subjects: Subjects): Count {
  const { by, sharedAs = name } = limit
  const values = by.map((subject) => {
    const value = subjects[subject] ?? ''
    // Addresses and tokens are kept as hashes only.
    const isSecret = subject === 'address' || subject === 'token'
    return `${subject} ${isSecret ? tokenHash(value) : value}`
  })
  return {
    key: `${sharedAs} ${values.join(' ')}`,
    limit,
    ...(subjects.address !== undefined &&
      by.includes('address') && { subject: addressSubject(name, subjects.address) }),
  }
}

function addressSubject(name: CallName, emailKey: string): string {
  return `${name} ${tokenHash(emailKey)}`
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
