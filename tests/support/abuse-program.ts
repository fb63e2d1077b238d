import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AbuseTarget, kindsOfAbuse } from './abuse'

/**
 * The program of `tests/long/abuse.test.ts`, a process of its own, so that it doesn't slow down the measured client:
 * every kind of abuse at once, for some seconds; then it prints the answers.
 */
// An intruder's processor isn't the server's.
setPriority(19)
const { seconds, ...target } = JSON.parse(process.argv[2] ?? '') as { seconds: number } & Omit<
  AbuseTarget,
  'statuses'
>
const statuses = new Map<number, number>()
const end = Date.now() + seconds * 1_000
await Promise.all(
  Object.values(kindsOfAbuse({ ...target, statuses })).map(async (round) => {
    while (Date.now() < end) {
      // A disconnected client retries.
      await round().catch(() => {})
      await sleep(250)
    }
  }),
)
console.log(JSON.stringify([...statuses]))
