import type { RateLimits } from '../../../server/api/limits'
import type { Store } from '../../../server/api/store'

/** The present of a running API, in the hands of a test. */
export interface TestClock {
  advance(milliseconds: number): void
  /** What it says, in ms since 1970. */
  now(): number
  /** Lets no time pass but what `advance` says. */
  stop(): void
  reset(): void
}

/** An API that answers. It holds the demo organisation, whose member is no admin. */
export interface RunningApi {
  fetch: (request: Request) => Promise<Response>
  /** The origin that requests go to, for example `http://localhost:3000`. */
  origin: string
  /** Absent over a socket, as `withLimits`. */
  store?: Pick<Store, 'listCapturedMails'>
  withLimits?: (rateLimits: RateLimits) => LimitedApi
  stop: () => Promise<void>
}

/** The same API over the same data, with limits on how often it may be called. */
export interface LimitedApi {
  /** Answers by one of its servers in turn, as if the call came from that address. */
  fetch: (request: Request, clientAddress: string) => Promise<Response>
  /** How many of them keep counts of their own, beside those in the store. */
  servers: number
  /** How often a password was hashed or compared so far: what is costly, and what guesses need. */
  passwordUses: () => number
}

/** One way of running the API, over which the suite can be run. */
export interface Target {
  name: string
  start: () => Promise<RunningApi>
  /** Moves the API's clock, except over a socket. */
  clock: TestClock
  /** Whether requests go through a real socket, to a server whose clock and limits are its own. */
  overSocket?: boolean
  /** Whether a suite runs over it, by its file's name; absent: all do. */
  runs?: (suite: string) => boolean
}
