import type { Work } from '../api/services'
import type { Log } from '../lib/log'
import { withTimeout } from '../lib/time'
import type { Job, Task } from './job'

export interface WorkerOptions {
  jobs: readonly Job[]
  log: Log
  /** The polling interval, for work that nobody reported, in ms. */
  pollInterval?: number
  /** Names the jobs with due work; without it each job is asked. @throws Error of the store. */
  findDue?: () => Promise<readonly string[]>
}

/** Does the background work: while the server runs once it is started, otherwise on demand. */
export interface Worker extends Work {
  /** Does all due work, one job after the other, and waits for it. @throws Error of the store. */
  runDue(): Promise<void>
  /** Polls from now on: at once, every few seconds, and when it is woken. */
  start(): void
  /**
   * Takes no more work and waits for tasks in flight; the rest stays in the store.
   * @param timeout how long to wait, in ms; absent for no limit. Unfinished tasks are then
   *   released, so that another server may take them at once.
   */
  stop(timeout?: number): Promise<void>
}

/** The job of a task, and its organisation. */
interface Begun {
  job: Job
  organisationId: string | null
}

/** @returns whether a task is one of that job for that organisation. */
const runsFor = (name: string, organisationId: string | undefined) => (task: Begun) =>
  task.job.name === name && task.organisationId === organisationId

/** How many tasks of one organisation run ahead of others' at once. */
const maxAhead = 5

/**
 * Work is stored in the database, so any number of servers share it. Taking a task leases it in the
 * same statement; if its server dies, it is due again when the lease expires. Each job has its own
 * pool, which is refilled whenever a task ends, so a slow job delays no other. Failures of the
 * store are logged once, and so is their end.
 */
export function createWorker({
  jobs,
  log,
  pollInterval = 5_000,
  findDue = async () => jobs.map(({ name }) => name),
}: WorkerOptions): Worker {
  let started = false
  let stopped = false
  let timer: ReturnType<typeof setInterval> | undefined
  /** Tasks in flight. */
  const inFlight = new Map<Promise<void>, Begun & Task>()
  /** Tasks that are being taken for somebody who waits. */
  const beingTaken = new Map<Promise<void>, Begun>()
  const failing = new Map<string, string>()
  const pools = jobs.map(createPool)
  const looking = oneAtATime(look)

  function begin(job: Job, task: Task): Promise<void> {
    const ended: Promise<void> = task
      .run()
      .catch((error: unknown) => fails(job.name, error))
      .then(() => void inFlight.delete(ended))
    inFlight.set(ended, { ...task, job })
    return ended
  }

  /** Runs up to a job's number of concurrent tasks. */
  function createPool(job: Job) {
    let size = 0
    const filling = oneAtATime(async () => {
      if (stopped || size >= job.concurrency) return
      for (const task of await takeOf(job, job.concurrency - size)) {
        size += 1
        void begin(job, task).then(() => {
          size -= 1
          filling.ask()
        })
      }
    })
    return { job, filling }
  }

  /** One statement for all jobs: mostly there is nothing to do. */
  async function look(): Promise<void> {
    if (stopped) return
    try {
      const due = await findDue()
      // Jobs that failed and have no more work.
      for (const name of [...failing.keys()]) if (!due.includes(name)) works(name)
      for (const { job, filling } of pools) if (due.includes(job.name)) filling.ask()
    } catch (error) {
      fails('looking', error)
    }
  }

  /** @returns no tasks if the store fails. */
  async function takeOf(job: Job, most: number, organisationId?: string): Promise<Task[]> {
    try {
      const tasks = await job.take(most, organisationId)
      works(job.name)
      return tasks
    } catch (error) {
      fails(job.name, error)
      return []
    }
  }

  function works(name: string): void {
    if (failing.delete(name) && failing.size === 0) log.info('The database works again')
  }

  function fails(name: string, error: unknown): void {
    const text = String(error)
    // A job that goes on failing has said so; when a connection breaks, the reasons alternate.
    const isKnown = failing.has(name) || [...failing.values()].includes(text)
    failing.set(name, text)
    if (!isKnown) log.error('Background work fails in the database', { job: name, error: text })
  }

  function wake(): void {
    if (started) looking.ask()
  }

  return {
    wake,

    async runNow(name, organisationId, timeout) {
      const job = jobs.find((candidate) => candidate.name === name)
      if (!job || stopped) return
      const taken = takeOf(job, maxAhead, organisationId).then((tasks) => {
        for (const task of tasks) void begin(job, task)
        beingTaken.delete(taken)
      })
      beingTaken.set(taken, { job, organisationId })
      const isSuch = runsFor(name, organisationId)
      const all = (begun: Map<Promise<void>, Begun>) =>
        Promise.all([...begun].filter(([, one]) => isSuch(one)).map(([ended]) => ended))
      // Includes tasks that others are taking, and those that the pool took first.
      await all(beingTaken)
      await withTimeout(all(inFlight), timeout, null)
    },

    isRunning: (name, organisationId) =>
      [...beingTaken.values(), ...inFlight.values()].some(runsFor(name, organisationId)),

    async runDue() {
      for (let done = -1; done !== 0; ) {
        done = 0
        const due = await findDue()
        for (const job of jobs.filter(({ name }) => due.includes(name))) {
          const tasks = await job.take(job.concurrency)
          await Promise.all(tasks.map((task) => task.run()))
          done += tasks.length
        }
      }
    },

    start() {
      started = true
      timer = setInterval(wake, pollInterval)
      wake()
    },

    async stop(timeout) {
      stopped = true
      clearInterval(timer)
      const ended = async () => {
        await looking.over()
        await Promise.all(pools.map(({ filling }) => filling.over()))
        await Promise.all(inFlight.keys())
      }
      if (timeout === undefined) return ended()
      await withTimeout(ended(), timeout, null)
      const left = [...inFlight.values()]
      if (left.length === 0) return
      log.info('Unfinished work is left to another server', { tasks: left.length })
      await Promise.allSettled(left.map((task) => task.release()))
    },
  }
}

/** Runs a function one at a time; requests during a run cause one more run. */
function oneAtATime(act: () => Promise<void>) {
  let running: Promise<void> | null = null
  let again = false

  async function run(): Promise<void> {
    // Lets `running` be set first.
    await Promise.resolve()
    while (again) {
      again = false
      await act()
    }
    running = null
  }

  return {
    ask(): void {
      again = true
      running ??= run()
    },
    over: async () => void (await running),
  }
}
