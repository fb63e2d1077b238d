/** A call, and its time in queues. Times in ms. */
interface WaitingCall {
  /** The longest time in all queues together. */
  patience: number
  /** The time in queues so far. */
  waited: number
  queues: number
  /** When it entered the first of these. */
  since: number
}

/** Node's `AsyncLocalStorage`, which browsers lack. */
export interface CallStorage {
  run<Result>(call: WaitingCall, work: () => Result): Result
  getStore(): WaitingCall | undefined
}

/** Undefined where nobody is refused for waiting. */
let calls: CallStorage | undefined

/**
 * Runs a call that is refused once it has waited in queues for too long in all. Work outside of a call waits for ever.
 * @param storage the same for all calls.
 * @param patience in ms.
 */
export function withPatience<Result>(
  storage: CallStorage,
  patience: number,
  run: () => Result,
): Result {
  calls = storage
  return storage.run({ patience, waited: 0, queues: 0, since: 0 }, run)
}

/** Lets the present call wait for ever: it begins to change something, and must not be refused halfway. */
export function waitForEver(): void {
  const call = calls?.getStore()
  if (call) call.patience = Number.POSITIVE_INFINITY
}

/**
 * Waits in a queue for the present call.
 * @param refuse called once the call's patience is used up, at most once.
 * @param begins whether the call begins to change something with its turn, as `waitForEver` says.
 * @returns a function to be called when the call's turn comes. It returns false if the call is refused.
 */
export function enterQueue(refuse: () => void, begins = false): () => boolean {
  const call = calls?.getStore()
  if (!call) return () => true
  if (call.queues === 0) call.since = performance.now()
  call.queues += 1
  let isWaiting = true
  const timeLeft = () => call.patience - call.waited - (performance.now() - call.since)
  const leave = (isRefused: boolean) => {
    if (!isWaiting) return false
    isWaiting = false
    clearTimeout(timer)
    call.queues -= 1
    if (call.queues === 0) call.waited += performance.now() - call.since
    // Giving a count back after a refusal is a part of the refusal.
    if (isRefused || begins) call.patience = Number.POSITIVE_INFINITY
    if (isRefused) refuse()
    return !isRefused
  }
  const isPatient = call.patience === Number.POSITIVE_INFINITY
  // A busy process is late with timers, so the turn may come before.
  const timer = isPatient ? undefined : setTimeout(() => leave(true), timeLeft())
  return () => leave(timeLeft() <= 0)
}
