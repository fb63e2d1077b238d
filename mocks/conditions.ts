import * as v from 'valibot'
import { type CallName, calls } from '../contract/calls'
import { day, hour, minute, second } from '../server/lib/time'

/**
 * Kinds of failure: a status; `network`: no answer; `never`: an answer that never arrives;
 * `not-json`: a page instead of JSON; `wrong-shape`: JSON that breaks the contract.
 */
const failure = v.union([
  v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599)),
  v.picklist(['network', 'never', 'not-json', 'wrong-shape']),
])
export type Failure = v.InferOutput<typeof failure>

/** The maximum latency, in ms. */
export const longestLatency = minute

/** A duration in ms. */
const duration = v.pipe(v.number(), v.minValue(0), v.maxValue(longestLatency))

/** Names other than calls that can fail. They have no latency. */
export const otherFaultyNames: readonly string[] = ['frame', 'checkout-script', 'geolocation']

/** All names that can fail. */
export const faultyNames: readonly string[] = ['all', ...Object.keys(calls), ...otherFaultyNames]

const conditionsSchema = v.object({
  /** The latency of every call, in ms. */
  latency: duration,
  /** The latency of single calls by name, in ms. It replaces the general one. */
  latencies: v.optional(v.record(v.string(), duration)),
  /** Failures by name; `all` applies to every call. */
  failures: v.record(v.string(), failure),
  /** Names that fail only once. */
  once: v.optional(v.array(v.string())),
  /** The server's clock is ahead by this much, in ms. */
  clock: v.optional(v.pipe(v.number(), v.integer())),
  /** The visitor's currency; absent to go by the browser's language. */
  currency: v.optional(v.picklist(['USD', 'INR'])),
  /** The scenario that the data started with (mocks/scenarios.ts), for links. */
  scenario: v.optional(v.string()),
})

/** Deviations of mock mode from the real server. */
export type Conditions = v.InferOutput<typeof conditionsSchema>

export const defaultConditions: Conditions = { latency: 0, failures: {} }

/** @returns the conditions saved as JSON; the defaults if it can't be read. */
export function parseConditions(json: string | null): Conditions {
  try {
    return v.parse(conditionsSchema, JSON.parse(json ?? ''))
  } catch {
    return defaultConditions
  }
}

/**
 * The greatest deviation of the clock in ms, either way. Beyond it, sessions would end after the last possible
 * date.
 */
export const furthestClock = 3_650 * day

const units = { s: second, m: minute, h: hour, d: day }

function numberOf(text: string, schema: v.GenericSchema<number>): number {
  const result = v.safeParse(schema, text.trim() === '' ? Number.NaN : Number(text))
  if (!result.success) throw new Error(`"${text}" is no time in ms from 0 to ${longestLatency}`)
  return result.output
}

function nameOf(name: string): string {
  if (!faultyNames.includes(name)) throw new Error(`there is no call named "${name}"`)
  return name
}

const listOf = (text: string) => text.split(',').filter(Boolean)

/** Parses each parameter of an address into conditions. @throws Error for an invalid value. */
const readers: Record<string, (text: string) => Partial<Conditions>> = {
  'mock-latency'(text) {
    const items = text.includes(':') ? listOf(text).map((item) => item.split(':')) : [['all', text]]
    const times = items.map(
      ([name = '', time = '']) => [nameOf(name), numberOf(time, duration)] as const,
    )
    const { all = 0, ...latencies } = Object.fromEntries(times)
    const early = otherFaultyNames.find((name) => name in latencies)
    if (early) throw new Error(`"${early}" can fail, but not be late`)
    return { latency: all, latencies }
  },

  'mock-fail'(text) {
    const failures: Conditions['failures'] = {}
    const once: string[] = []
    for (const item of listOf(text)) {
      const [name = '', kind = '', times] = item.split(':')
      const result = v.safeParse(failure, /^\d+$/.test(kind) ? Number(kind) : kind)
      if (!result.success) {
        throw new Error(
          `"${kind}" is no way to fail: a status from 400 to 599, network, never, not-json, wrong-shape`,
        )
      }
      if (times !== undefined && times !== 'once') throw new Error(`"${times}" is not "once"`)
      failures[nameOf(name)] = result.output
      if (times) once.push(name)
    }
    return { failures, once }
  },

  'mock-clock'(text) {
    // A plus in an address is a space.
    const [, sign, count, unit] = /^([+-]?)(\d{1,8})([smhd])$/.exec(text.trim()) ?? []
    if (text === '0') return { clock: 0 }
    if (!count) throw new Error(`"${text}" is no time such as 16m, 8d or -2h`)
    const clock = Number(`${sign}${count}`) * units[unit as keyof typeof units]
    if (Math.abs(clock) > furthestClock) throw new Error(`"${text}" is more than ten years`)
    return { clock }
  },

  'mock-currency'(text) {
    if (text !== 'USD' && text !== 'INR') throw new Error(`"${text}" is neither USD nor INR`)
    return { currency: text }
  },
}

/** The parameters of an address that set conditions. */
export const parameterNames: readonly string[] = Object.keys(readers)

/**
 * Reads `mock-latency`, `mock-fail`, `mock-clock` and `mock-currency` (docs/mock-mode.md).
 * @param search an address's query string.
 * @returns the changes, and messages about values that couldn't be applied.
 */
export function conditionsFromSearch(search: string) {
  const parameters = new URLSearchParams(search)
  const changes: Partial<Conditions> = {}
  const problems: string[] = []
  for (const [name, read] of Object.entries(readers)) {
    const [text, another] = parameters.getAll(name)
    if (text === undefined) continue
    try {
      if (another !== undefined) throw new Error('is there more than once')
      Object.assign(changes, read(text))
    } catch (error) {
      problems.push(`${name}: ${(error as Error).message}.`)
    }
  }
  return { changes, problems }
}

/** @returns the query string that reproduces these conditions. */
export function conditionsToSearch(conditions: Conditions): string {
  const { latency, latencies = {}, failures, once = [], clock, currency, scenario } = conditions
  const items = [
    ['mock-scenario', scenario],
    ['mock-latency', pairsOf({ ...(latency && { all: latency }), ...latencies })],
    ['mock-fail', pairsOf(failures, (name) => (once.includes(name) ? ':once' : ''))],
    ['mock-clock', clock && `${clock / units.s}s`],
    ['mock-currency', currency],
  ].filter(([, value]) => value)
  return items.length > 0 ? `?${items.map(([name, value]) => `${name}=${value}`).join('&')}` : ''
}

function pairsOf(values: Record<string, Failure>, ending: (name: string) => string = () => '') {
  return Object.entries(values)
    .map(([name, value]) => `${name}:${value}${ending(name)}`)
    .join()
}

/** The number of deviations from the defaults. */
export function deviationCount({
  latency,
  latencies,
  failures,
  clock,
  currency,
}: Conditions): number {
  const single = [latency, clock, currency].filter(Boolean).length
  return single + Object.keys(latencies ?? {}).length + Object.keys(failures).length
}

/** Whether a page that was loaded under `before` has to be reloaded to show `after`: it asks for some things only once. */
export function needsReload(before: Conditions, after: Conditions): boolean {
  const once = ({ clock = 0, currency, failures }: Conditions) =>
    JSON.stringify([clock, currency, otherFaultyNames.map((name) => failures[name])])
  return once(before) !== once(after)
}

/** @returns the name of the call that a request makes, if any. */
export function callOf(request: Request): CallName | undefined {
  const { pathname } = new URL(request.url)
  return (Object.keys(calls) as CallName[]).find(
    (name) => calls[name].path === pathname && calls[name].method === request.method,
  )
}

/**
 * @returns the current failure of a name, if any. A failure that happens once is used up: `save`
 *   receives the conditions without it.
 */
export function injectFailure(
  name: string,
  load: () => Conditions,
  save: (conditions: Conditions) => void,
): Failure | undefined {
  const conditions = load()
  const isCall = !otherFaultyNames.includes(name)
  const cause = [name, ...(isCall ? ['all'] : [])].find((key) => key in conditions.failures)
  if (cause === undefined) return undefined
  const { [cause]: failure, ...failures } = conditions.failures
  if (conditions.once?.includes(cause)) {
    save({ ...conditions, failures, once: conditions.once.filter((key) => key !== cause) })
  }
  return failure
}
