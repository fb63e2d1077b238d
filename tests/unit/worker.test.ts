import { expect, test } from 'vitest'
import { createJob, type Job, type Task } from '../../server/work/job'
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

test('a job whose pool was full when it was woken resumes once a task ends', async () => {
  const [taking, first, second] = [gate(), gate(), gate()]
  const begun: string[] = []
  const task = (name: string, { opened }: { opened: Promise<void> }): Task => ({
    organisationId: null,
    run: () => {
      begun.push(name)
      return opened
    },
    async release() {},
  })
  const due = [task('first', first), task('second', second)]
  const job: Job = {
    name: 'mail',
    concurrency: 1,
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

test('tasks still running when a worker stops are released, and their results ignored', async () => {
  const [quick, slow] = [gate(), gate()]
  const noted: string[] = []
  const due = [
    { name: 'quick', until: quick.opened },
    { name: 'slow', until: slow.opened },
  ]
  const job = createJob<(typeof due)[number], void>({
    name: 'mail',
    concurrency: 2,
    lease: 60_000,
    clock: () => new Date(),
    take: async (_now, _until, most) => due.splice(0, most),
    organisationOf: () => null,
    attempt: ({ until }) => until,
    succeeded: async ({ name }) => void noted.push(`${name} is done`),
    failed: async ({ name }) => void noted.push(`${name} has failed`),
    release: async ({ name }) => void noted.push(`${name} is let go`),
  })
  const worker = createWorker({ jobs: [job], log: silentLog, pollInterval: 60_000 })
  worker.start()
  await turn()
  quick.open()
  await worker.stop(20)
  expect(noted).toEqual(['quick is done', 'slow is let go'])
  slow.open()
  await turn()
  expect(noted).toHaveLength(2)
})

test("jobs without due work don't poll; work found then is taken", async () => {
  const taken: string[] = []
  const jobNamed = (name: string): Job => ({
    name,
    concurrency: 1,
    take: async () => {
      taken.push(name)
      return []
    },
  })
  let due: string[] = []
  const findDue = async () => due
  const jobs = ['mail', 'refunds'].map(jobNamed)
  const worker = createWorker({ jobs, log: silentLog, pollInterval: 60_000, findDue })
  worker.start()
  await turn()
  expect(taken).toEqual([])
  due = ['refunds']
  worker.wake()
  await turn()
  expect(taken).toEqual(['refunds'])
  await worker.stop()
})

test('work reported during a poll is found by another poll, at once', async () => {
  const looking = gate()
  const answers: string[][] = [[], ['mail']]
  const findDue = async () => {
    const due = answers.shift() ?? []
    await looking.opened
    return due
  }
  const taken: string[] = []
  const job: Job = {
    name: 'mail',
    concurrency: 1,
    take: async () => {
      taken.push('mail')
      return []
    },
  }
  const worker = createWorker({ jobs: [job], log: silentLog, pollInterval: 60_000, findDue })
  worker.start()
  await turn()
  worker.wake()
  looking.open()
  await turn()
  expect(taken).toEqual(['mail'])
  await worker.stop()
})
