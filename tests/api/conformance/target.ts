/** The present of a running API, in the hands of a test. */
export interface TestClock {
  /** Lets time pass, in ms. */
  advance(milliseconds: number): void
  /** Back to the real time. */
  reset(): void
}

/** An API that answers. It holds the demo organisation, whose member is no admin. */
export interface RunningApi {
  fetch: (request: Request) => Promise<Response>
  /** The origin that requests go to, for example `http://localhost:3000`. */
  origin: string
  /** What access tokens are signed with, so that tests can forge some. */
  accessTokenSecret: string
  stop: () => Promise<void>
}

/** One way of running the API, over which the suite can be run. */
export interface Target {
  name: string
  start: () => Promise<RunningApi>
  /** Present where tests may move the API's clock: those that need it are registered only there. */
  clock?: TestClock
  /** Whether requests go through a real socket: those tests are registered only there. */
  overSocket?: boolean
}
