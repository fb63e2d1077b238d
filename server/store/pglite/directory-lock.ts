import {
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

interface Holder {
  processId: number
  /**
   * The start of that process, as text that no other process shares, so that a later process with
   * the same id isn't mistaken for it. Null if the system doesn't reveal it.
   */
  started: string | null
  /**
   * The namespace of the process id; another one may reuse the number. Null if there is only one.
   */
  namespace: string | null
}

/** Timing of the heartbeat, which shows servers that can't see a holder's process that it is alive. Times in ms. */
export interface Heartbeat {
  interval: number
  /** The delay of a beat after which its holder gives up, before others consider it dead. */
  latest: number
  /** The time without a beat after which a holder is considered dead. */
  dead: number
  /** Called when the lock is lost, or may be. Nothing may be written any more. */
  lost: (why: string) => void
}

export interface DirectoryLock {
  /**
   * Reports that the long uninterrupted work is over. From now on the holder gives up if it
   * freezes. Opening a database for the first time may block a slow machine for longer than any
   * timeout.
   */
  opened(): void
  /** Releases it; so does the end of the process. */
  release(): void
}

const defaultHeartbeat: Heartbeat = {
  interval: 2_000,
  latest: 20_000,
  dead: 30_000,
  lost(why) {
    // Ends the process before anything else can run.
    throw new Error(why)
  },
}

const pollMilliseconds = 50
/** Writing a lock and removing a stale one take microseconds; older remains were interrupted. */
const unfinishedMilliseconds = 2_000

/**
 * Holds a lock file that names this process, to keep a second process out. A dead process's lock is
 * taken over. A visible live process keeps its lock, however long it is silent. A process in
 * another container or on another machine is invisible; it counts as alive while its lock was
 * touched less than 30 s ago, so machines must have synchronised clocks.
 * @param file the lock file; its directory must exist.
 * @param subject the locked thing, for the error: 'the database in ./.data'.
 * @param waitMilliseconds how long to wait for a live holder: during a restart the old process
 *   overlaps the new one.
 * @throws Error that names the holder and says what to do.
 */
export async function acquireDirectoryLock(
  file: string,
  subject: string,
  waitMilliseconds: number,
  heartbeat: Partial<Heartbeat> = {},
): Promise<DirectoryLock> {
  const { interval, latest, dead, lost } = { ...defaultHeartbeat, ...heartbeat }
  const content = `${JSON.stringify(thisProcess())}\n`
  const deadline = Date.now() + waitMilliseconds
  while (!createFile(file, content)) {
    if (removeStaleLock(file, dead)) continue
    if (Date.now() >= deadline) throw new Error(refusal(file, subject, dead))
    await sleep(pollMilliseconds)
  }
  let isHeld = true
  let isOpened = false
  let beatAt = performance.now()
  const beat = (mayBeLate: boolean) => {
    const isLate = performance.now() - beatAt > interval + latest
    if (isLost(file, content)) lose('somebody else has taken it')
    else if (isLate && !mayBeLate) lose('this process stood still')
    else if (touch(file)) beatAt = performance.now()
  }
  const beats = setInterval(() => beat(!isOpened), interval)
  beats.unref()
  function lose(why: string): void {
    clearInterval(beats)
    lost(`${subject} may be in use by another process by now: ${why}. This one ends.`)
  }
  const release = () => {
    clearInterval(beats)
    process.off('exit', release)
    if (isHeld && readText(file) === content) rmSync(file, { force: true })
    isHeld = false
  }
  process.on('exit', release)
  const opened = () => {
    beat(true)
    isOpened = true
  }
  return { opened, release }
}

/** @returns the live process that holds a lock, in words; null if nobody does. */
export function findHolder(file: string): string | null {
  const text = readText(file)
  return text === null || isStale(file, defaultHeartbeat.dead)
    ? null
    : nameHolder(parseHolder(text))
}

function nameHolder(holder: Holder | null): string {
  if (!holder) return 'another process'
  const where = isVisible(holder) ? '' : ' of another container or machine'
  return `the process ${holder.processId}${where}`
}

function refusal(file: string, subject: string, dead: number): string {
  const holder = parseHolder(readText(file))
  const until =
    holder && !isVisible(holder) ? ` Its lock expires ${dead / 1000} s after it has died.` : ''
  return (
    `${subject} is in use by ${nameHolder(holder)}, and only one may use it at a time. ` +
    `Stop that process first.${until} If it has nothing to do with this program, delete ${file}.`
  )
}

/**
 * @returns whether a lock is gone, or another's. One that can't be read, because the process has no file descriptors left,
 *   counts as ours: nobody takes it while it is touched.
 */
function isLost(file: string, content: string): boolean {
  try {
    return readFileSync(file, 'utf8') !== content
  } catch (error) {
    return hasCode(error, 'ENOENT')
  }
}

/** @returns whether the lock file's time was updated. */
function touch(file: string): boolean {
  try {
    utimesSync(file, new Date(), new Date())
    return true
  } catch {
    return false
  }
}

/** @returns false if the file exists. */
function createFile(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx', flush: true })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Removes the lock if its holder is dead. Only one process at a time may do so: a second one would
 * remove the lock that the first has just taken.
 * @returns whether to try to take the lock at once.
 */
function removeStaleLock(file: string, dead: number): boolean {
  if (!isStale(file, dead)) return false
  const turn = `${file}.recovery`
  try {
    mkdirSync(turn)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    // A process that was killed in here would block everybody for ever. Retry later rather than
    // now: other processes that saw the same have finished by then.
    if (isOlder(turn, unfinishedMilliseconds)) rmSync(turn, { recursive: true, force: true })
    return false
  }
  try {
    if (isStale(file, dead)) rmSync(file, { force: true })
  } finally {
    rmSync(turn, { recursive: true, force: true })
  }
  return true
}

function isStale(file: string, dead: number): boolean {
  const text = readText(file)
  if (text === null) return false
  const holder = parseHolder(text)
  if (!holder) return isOlder(file, unfinishedMilliseconds)
  return isVisible(holder) ? !isAlive(holder) : isOlder(file, dead)
}

function isOlder(path: string, milliseconds: number): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return modified !== undefined && Date.now() - modified > milliseconds
}

/** Whether this process would see the holder's process. */
function isVisible(holder: Holder): boolean {
  return holder.namespace === namespace()
}

function parseHolder(text: string | null): Holder | null {
  try {
    const { processId, started = null, namespace = null }: Partial<Holder> = JSON.parse(text ?? '')
    return processId ? { processId, started, namespace } : null
  } catch {
    return null
  }
}

function thisProcess(): Holder {
  return { processId: process.pid, started: startOf(process.pid), namespace: namespace() }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.processId, 0)
  } catch (error) {
    // With EPERM it exists, but belongs to another user.
    if (!hasCode(error, 'EPERM')) return false
  }
  const started = startOf(holder.processId)
  return started === null || holder.started === null || started === holder.started
}

/**
 * @returns the boot and the clock tick at which a process started; null without /proc, or if it
 *   doesn't show the process. Source: proc(5): in `/proc/[pid]/stat` the name in brackets is field
 *   2, may contain anything, and is followed by the state (3) and the start time (22).
 */
function startOf(processId: number): string | null {
  const stat = readText(`/proc/${processId}/stat`)
  const boot = bootId()
  const startTime = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3]
  return boot && startTime ? `${boot} ${startTime}` : null
}

/**
 * @returns the machine's boot and this process's PID namespace; null if the system has none.
 *   Source: pid_namespaces(7).
 */
function namespace(): string | null {
  try {
    return `${bootId()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

function bootId(): string | null {
  return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
