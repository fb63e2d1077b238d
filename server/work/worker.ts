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

/** A task in flight, or a job that is taking tasks for an organisation. */
interface Running {
  job: Job
  organisationId: string | null
}

/** The number of tasks of one organisation that run ahead of others' at once. */
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
  const failures = createFailures(log)
  const { inFlight, takeTasks, begin } = createTasks(failures)
  /** Tasks that are being taken for somebody who waits. */
  const beingTaken = new Map<Promise<void>, Running>()
  const pools = jobs.map((job) => ({ job, filling: createPool(job) }))
  const polling = oneAtATime(poll)

  /** Keeps a job's number of concurrent tasks running. */
  function createPool(job: Job) {
    let size = 0
    const filling = oneAtATime(async () => {
      if (stopped || size >= job.concurrency) return
      for (const task of await takeTasks(job, job.concurrency - size)) {
        size += 1
        void begin(job, task).then(() => {
          size -= 1
          filling.ask()
        })
      }
    })
    return filling
  }

  /** Asks for all jobs in one statement: mostly there is nothing to do. */
  async function poll(): Promise<void> {
    if (stopped) return
    try {
      const due = await findDue()
      failures.endExcept(due)
      for (const { job, filling } of pools) if (due.includes(job.name)) filling.ask()
    } catch (error) {
      failures.begin('looking', error)
    }
  }

  function wake(): void {
    if (started) polling.ask()
  }

  return {
    wake,

    async runNow(name, organisationId, timeout) {
      const job = jobs.find((candidate) => candidate.name === name)
      if (!job || stopped) return
      const taken = takeTasks(job, maxAhead, organisationId).then((tasks) => {
        for (const task of tasks) void begin(job, task)
        beingTaken.delete(taken)
      })
      beingTaken.set(taken, { job, organisationId })
      const isMeant = ([, task]: [unknown, Running]) =>
        task.job === job && task.organisationId === organisationId
      const allOf = (running: ReadonlyMap<Promise<void>, Running>) =>
        Promise.all([...running].filter(isMeant).map(([ended]) => ended))
      // Includes tasks that others are taking, and those that the pool took first.
      await allOf(beingTaken)
      await withTimeout(allOf(inFlight), timeout, null)
    },

    runDue: () => runAllDue(jobs, findDue),

    start() {
      started = true
      timer = setInterval(wake, pollInterval)
      wake()
    },

    async stop(timeout) {
      stopped = true
      clearInterval(timer)
      const allEnded = async () => {
        await polling.over()
        await Promise.all(pools.map(({ filling }) => filling.over()))
        await Promise.all(inFlight.keys())
      }
      if (timeout === undefined) return allEnded()
      await withTimeout(allEnded(), timeout, null)
      const unfinished = [...inFlight.values()]
      if (unfinished.length === 0) return
      log.info('Unfinished work is left to another server', { tasks: unfinished.length })
      await Promise.allSettled(unfinished.map((task) => task.release()))
    },
  }
}

/** Takes and runs tasks, and keeps those in flight. */
function createTasks(failures: ReturnType<typeof createFailures>) {
  const inFlight = new Map<Promise<void>, Running & Task>()
  return {
    inFlight,

    /** @returns no tasks if the store fails. */
    async takeTasks(job: Job, most: number, organisationId?: string): Promise<Task[]> {
      try {
        const tasks = await job.take(most, organisationId)
        failures.end(job.name)
        return tasks
      } catch (error) {
        failures.begin(job.name, error)
        return []
      }
    },

    begin(job: Job, task: Task): Promise<void> {
      const ended: Promise<void> = task
        .run()
        .catch((error: unknown) => failures.begin(job.name, error))
        .then(() => void inFlight.delete(ended))
      inFlight.set(ended, { ...task, job })
      return ended
    },
  }
}

/** Logs the first failure of the store, and the end of the last one. */
function createFailures(log: Log) {
  /** The messages of failing jobs, by name. */
  const failing = new Map<string, string>()

  function end(name: string): void {
    if (failing.delete(name) && failing.size === 0) log.info('The database works again')
  }

  return {
    end,
    begin(name: string, error: unknown): void {
      const text = String(error)
      // The failure of a job is logged once; when a connection breaks, the reasons alternate.
      const isKnown = failing.has(name) || [...failing.values()].includes(text)
      failing.set(name, text)
      if (!isKnown) log.error('Background work fails in the database', { job: name, error: text })
    },
    /** Ends the failures of jobs that have no more work, and of polling. */
    endExcept(due: readonly string[]): void {
      for (const name of [...failing.keys()]) if (!due.includes(name)) end(name)
    },
  }
}

/** How often all jobs are run at once at most: far more often than a month of mails needs. */
const mostRounds = 10_000

/**
 * Runs one job after the other until nothing is due.
 * @throws Error if work is still due then: without a database to wait for, a job that takes the same work again and again
 *   would keep the browser or a test for good.
 */
async function runAllDue(
  jobs: readonly Job[],
  findDue: () => Promise<readonly string[]>,
): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    let done = 0
    const due = await findDue()
    for (const job of jobs.filter(({ name }) => due.includes(name))) {
      const tasks = await job.take(job.concurrency)
      await Promise.all(tasks.map((task) => task.run()))
      done += tasks.length
    }
    if (done === 0) return
  }
  throw new Error(`Work is still due after ${mostRounds} rounds.`)
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
