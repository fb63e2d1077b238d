import { setTimeout as sleep } from 'node:timers/promises'
import { type AbuseTarget, kindsOfAbuse } from './abuse'

/**
 * What `tests/long/abuse.test.ts` runs, in a process of its own, so that whoever is measured doesn't wait
 * for it: every kind of abuse at once, for so many seconds; then it says what was answered.
 */
const { seconds, ...target } = JSON.parse(process.argv[2] ?? '') as { seconds: number } & Omit<
  AbuseTarget,
  'statuses'
>
const statuses = new Map<number, number>()
const end = Date.now() + seconds * 1_000
await Promise.all(
  Object.values(kindsOfAbuse({ ...target, statuses })).map(async (round) => {
    while (Date.now() < end) {
      // Whoever is disconnected in the middle tries again.
      await round().catch(() => {})
      await sleep(250)
    }
  }),
)
console.log(JSON.stringify([...statuses]))
