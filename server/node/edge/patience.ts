import { calls } from '../../../contract/calls'
import { second } from '../../lib/time'

/** Milliseconds between two looks at the event loop. */
const interval = 0.5 * second

const signIns: readonly string[] = [
  ...[calls.login.path, calls.beginPasskeySignIn.path, calls.signInWithPasskey.path],
]

/** @returns how long a call may wait in all, in ms: signing in is the last to be refused. */
const patienceOf = (path: string) =>
  (signIns.includes(path.replace(/\/?$/, '/')) ? 20 : 10) * second

/**
 * Estimates how long requests have waited before a busy process reads them. Timers run just before Node reads all requests
 * that have arrived, so a request that is read now arrived between the last two timers.
 * @returns a function that says how long the call that is being read may still wait, in ms; negative: no longer.
 */
export function watchPatience(): (path: string) => number {
  let latest = performance.now()
  let previous = latest
  setInterval(() => {
    previous = latest
    latest = performance.now()
  }, interval).unref()
  return (path) => patienceOf(path) - (performance.now() - (previous + latest) / 2)
}
