import type { Log } from '../log'
import type { Work } from '../services'
import { withTimeout } from '../time'
import type { Job, Task } from './job'

export interface WorkerOptions {
  jobs: readonly Job[]
  log: Log
  /** How often to look for work that nobody told us of, in ms. */
  pollInterval?: number
  /** Names the jobs that have something to do; without it each looks for itself. @throws Error of the store. */
  findDue?: () => Promise<readonly string[]>
}

/** Does the background work: beside the requests once it is started, else when it is told to. */
export interface Worker extends Work {
  /** Does all that is due now, one job after the other, and waits for it. @throws Error of the store. */
  runDue(): Promise<void>
  /** From now on it looks for work by itself: at once, every few seconds, and when it is woken. */
  start(): void
  /**
   * Takes nothing more and waits for what is under way; the rest stays in the store.
   * @param timeout how long to wait, in ms; absent means to the end. What hasn't ended then is let
   *   go, so that another server may take it at once.
   */
  stop(timeout?: number): Promise<void>
}

/** Of which job something is, and whose. */
interface Begun {
  job: Job
  organisationId: string | null
}

/** How much of one organisation's work is carried out ahead of the others' at once. */
const maxAhead = 5

/**
 * What is to be done stands in the store, so that any number of servers share it: a task that is taken
 * is put off by its lease in the same statement, and one whose server dies is due again when that has
 * run out. Each job has a pool of its own, filled again as soon as one of its tasks ends, so that a
 * slow one holds up nobody. That the store fails is logged once, and again when it is over.
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
  /** Every task that was begun and hasn't ended. */
  const inFlight = new Map<Promise<void>, Begun & Task>()
  /** What is being taken for somebody who waits. */
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

  /** Keeps as many of a job's tasks under way as it may have. */
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

  /** One statement, whatever there is to do: mostly there is nothing. */
  async function look(): Promise<void> {
    if (stopped) return
    try {
      const due = await findDue()
      // Whatever failed and has nothing to do any more.
      for (const name of [...failing.keys()]) if (!due.includes(name)) works(name)
      for (const { job, filling } of pools) if (due.includes(job.name)) filling.ask()
    } catch (error) {
      fails('looking', error)
    }
  }

  /** @returns none where the store fails. */
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
    const isKnown = [...failing.values()].includes(text)
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
      const all = (begun: Map<Promise<void>, Begun>) =>
        Promise.all(
          [...begun]
            .filter(([, one]) => one.job === job && one.organisationId === organisationId)
            .map(([ended]) => ended),
        )
      // What others take at the same time, and what the pool took first, counts as well.
      await all(beingTaken)
      await withTimeout(all(inFlight), timeout, null)
    },

    async runDue() {
      for (let done = -1; done !== 0; ) {
        done = 0
        for (const job of jobs) {
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
      log.info('Work that was under way is left to another server', { tasks: left.length })
      await Promise.allSettled(left.map((task) => task.release()))
    },
  }
}

/** Runs something once at a time; what is asked for meanwhile comes afterwards, once. */
function oneAtATime(act: () => Promise<void>) {
  let running: Promise<void> | null = null
  let again = false

  async function run(): Promise<void> {
    // First of all `running` is set.
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
