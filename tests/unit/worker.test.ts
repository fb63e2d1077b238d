import { expect, test } from 'vitest'
import type { Job, Task } from '../../server/work/job'
import { createWorker } from '../../server/work/worker'

const silentLog = { info() {}, error() {} }
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** @returns a promise and what settles it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('a job whose pool was full when it was woken goes on once a task ends', async () => {
  const [taking, first, second] = [gate(), gate(), gate()]
  const begun: string[] = []
  const task = (name: string, { opened }: { opened: Promise<void> }): Task => ({
    organisationId: null,
    carryOut: () => {
      begun.push(name)
      return opened
    },
  })
  const due = [task('first', first), task('second', second)]
  const job: Job = {
    name: 'mail',
    simultaneous: 1,
    async take(most) {
      await taking.opened
      return due.splice(0, most)
    },
  }
  const worker = createWorker({ jobs: [job], log: silentLog, pollInterval: 60_000 })
  worker.start()
  await turn()
  // It takes at this moment: the pool has room now, and none when it looks again.
  worker.wake()
  taking.open()
  await turn()
  expect(begun).toEqual(['first'])

  first.open()
  await turn()
  expect(begun).toEqual(['first', 'second'])
  second.open()
  await worker.stop()
})
