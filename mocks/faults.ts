import * as v from 'valibot'
import { type CallName, calls } from '../contract/calls'

/** What can go wrong with a call: a refusal with a status, no answer, or an answer that is no JSON. */
const failure = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  v.picklist(['network', 'not-json']),
])
export type Failure = v.InferOutput<typeof failure>

const faultsSchema = v.object({
  /** Added to every call, in ms. */
  latency: v.pipe(v.number(), v.minValue(0), v.maxValue(60_000)),
  /** What fails, by the call's name in the contract; `all` stands for every call. */
  failures: v.record(v.string(), failure),
})
export type Faults = v.InferOutput<typeof faultsSchema>

export const noFaults: Faults = { latency: 0, failures: {} }

/** Names that a failure may be given to. */
export const faultyNames = ['all', ...(Object.keys(calls) as CallName[])] as const

/**
 * Reads faults from an address: `?mock-latency=1500&mock-fail=login:500,getProfile:network`.
 * @returns null where the address names none. @throws Error for a fault that makes no sense.
 */
export function faultsOfSearch(search: string): Faults | null {
  const parameters = new URLSearchParams(search)
  const latency = parameters.get('mock-latency')
  const failing = parameters.get('mock-fail')
  if (latency === null && failing === null) return null
  const failures = Object.fromEntries(
    (failing ?? '')
      .split(',')
      .filter(Boolean)
      .map((item) => {
        const [name = '', kind = ''] = item.split(':')
        if (!(faultyNames as readonly string[]).includes(name)) {
          throw new Error(`mock-fail: there is no call named "${name}"`)
        }
        return [name, /^\d+$/.test(kind) ? Number(kind) : kind]
      }),
  )
  return v.parse(faultsSchema, { latency: Number(latency ?? 0), failures })
}

/** @returns the faults that were kept as JSON; none where it can't be read. */
export function parseFaults(json: string | null): Faults {
  try {
    return v.parse(faultsSchema, JSON.parse(json ?? ''))
  } catch {
    return noFaults
  }
}

/** The failure that a request is to meet, if any. */
export function failureOf(request: Request, faults: Faults): Failure | undefined {
  const { pathname } = new URL(request.url)
  const name = (Object.keys(calls) as CallName[]).find(
    (candidate) =>
      pathname.endsWith(calls[candidate].path) && calls[candidate].method === request.method,
  )
  return (name && faults.failures[name]) ?? faults.failures.all
}
