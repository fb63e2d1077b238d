import { expect, test, vi } from 'vitest'
import { StoreUnavailable } from '../../server/store/unavailable'
import { createJob, type Job } from '../../server/work/job'
import { createWorker } from '../../server/work/worker'
import { deferred } from '../support/deferred'

const silentLog = { info() {}, error() {} }
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
/** A worker with one job, of one task at a time. */
const workerWith = (take: Job['take']) =>
  createWorker({ jobs: [{ name: 'mail', concurrency: 1, take }], log: silentLog })

test('an outage that several jobs meet is logged once, and so is its end', async () => {
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  let isDown = true
  const take = vi.fn(async () => {
    if (isDown) throw new Error('no database')
    return []
  })
  const jobs = ['mail', 'refunds'].map((name) => ({ name, concurrency: 1, take }))
  const worker = createWorker({ jobs, log: { info: note, error: note }, pollInterval: 1 })
  worker.start()
  await vi.waitFor(() => expect(take.mock.calls.length).toBeGreaterThan(4))
  isDown = false
  const end = ['Background work fails in the database', 'The database works again']
  await vi.waitFor(() => expect(logged).toEqual(end))
  await worker.stop()
})

test('an outage has ended once it is known that nothing is due', async () => {
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const findDue = vi.fn(async (): Promise<string[]> => [])
  findDue.mockRejectedValueOnce(new Error('no database'))
  const worker = createWorker({
    jobs: [],
    log: { info: note, error: note },
    pollInterval: 1,
    findDue,
  })
  worker.start()
  const end = ['Background work fails in the database', 'The database works again']
  await vi.waitFor(() => expect(logged).toEqual(end))
  await worker.stop()
})

test('a task that was released records nothing, and one whose result the database refuses has failed', async () => {
  const held = deferred()
  const recorded: string[] = []
  const take = async () => ['released', 'released and failing', 'failing', 'refused', 'cut off']
  const job = createJob<string, void>({
    ...{ name: 'mail', concurrency: 9, lease: 1_000, clock: () => new Date(0), take },
    async attempt(item) {
      await held.promise
      if (item.endsWith('failing')) throw new Error('It failed')
    },
    async succeeded(item) {
      if (item === 'refused') throw new Error('null in a text')
      if (item === 'cut off') throw new StoreUnavailable('gone')
      recorded.push(`${item} succeeded`)
    },
    failed: async (item) => void recorded.push(`${item} failed`),
    release: async () => {},
  })
  const tasks = await job.take(9)
  const runs = Promise.allSettled(tasks.map((task) => task.run()))
  for (const task of tasks.slice(0, 2)) await task.release()
  held.resolve()
  const isRejected = (await runs).map(({ status }) => status === 'rejected')
  // Its lease expires.
  expect(isRejected).toEqual([false, false, false, false, true])
  expect(recorded.sort()).toEqual(['failing failed', 'refused failed'])
})

test('what isn’t done when a worker has to stop is left to another one', async () => {
  const release = vi.fn(async () => {})
  const run = () => new Promise<void>(() => {})
  const worker = workerWith(async () => [{ organisationId: null, release, run }])
  worker.start()
  await turn()
  await worker.stop(1)
  expect(release).toHaveBeenCalledOnce()
})
