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

/** Who holds a lock. */
interface Holder {
  processId: number
  /**
   * When that process started, as text that no other process has had, so that a later one with the
   * same id isn't taken for it. Null where the system doesn't tell.
   */
  started: string | null
  /** Where its number means something: outside, another process may have it. Null where it is so everywhere. */
  namespace: string | null
}

/** How a holder shows that it lives to those who can't see its process; times in ms. */
export interface Heartbeat {
  interval: number
  /** When a holder whose own beat is late by so much gives up: before it may be taken for dead. */
  latest: number
  /** When a holder without a beat is taken for dead. */
  dead: number
  /** Called when the lock is lost, or may be. Nothing must be written any more. */
  lost: (why: string) => void
}

/** A lock that is held. */
export interface DirectoryLock {
  /**
   * Says that what takes long at a stretch is done: from now on the holder gives up when it stands still.
   * Opening a database for the first time does, on a slow machine for more than any patience.
   */
  opened(): void
  /** Lets it go; the end of the process does so too. */
  release(): void
}

const defaultHeartbeat: Heartbeat = {
  interval: 2_000,
  latest: 20_000,
  dead: 30_000,
  lost(why) {
    // It ends the process at once, before anything else gets its turn.
    throw new Error(why)
  },
}

const pollMilliseconds = 50
/** What takes microseconds and is older than this was cut short: writing a lock, removing a stale one. */
const unfinishedMilliseconds = 2_000

/**
 * Holds a lock file that names this process, so that no second one uses what it stands for. What a
 * dead process left behind is taken over. A live one that can be seen is never robbed, however long it
 * is silent. One that can't, because it is in another container or on another machine, counts as alive
 * while its lock's time of change is younger than 30 s; machines must agree on the time.
 * @param file the lock file; its directory must exist.
 * @param subject what is locked, for the error's text: 'the database in ./.data'.
 * @param waitMilliseconds how long to wait for a live holder: one that is restarting overlaps its
 *   successor for a moment.
 * @throws Error that says who holds the lock and what to do.
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
  let held = true
  let isOpened = false
  let beatAt = performance.now()
  const beat = (isPatient: boolean) => {
    const isLate = performance.now() - beatAt > interval + latest
    if (readText(file) !== content) lose('somebody else has taken it')
    else if (isLate && !isPatient) lose('this process stood still')
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
    if (held && readText(file) === content) rmSync(file, { force: true })
    held = false
  }
  process.on('exit', release)
  const opened = () => {
    beat(true)
    isOpened = true
  }
  return { opened, release }
}

function refusal(file: string, subject: string, dead: number): string {
  const holder = parseHolder(readText(file))
  const who = holder ? `the process ${holder.processId}` : 'another process'
  const where = holder && !isVisible(holder) ? ' of another container or machine' : ''
  const until = where && ` When it has died, this goes ${dead / 1000} s later.`
  return (
    `${subject} is in use by ${who}${where}, and only one may use it at a time. ` +
    `Stop that process first.${until} If it has nothing to do with this program, delete ${file}.`
  )
}

/** @returns whether the lock file now says that its holder lives. */
function touch(file: string): boolean {
  try {
    utimesSync(file, new Date(), new Date())
    return true
  } catch {
    return false
  }
}

/** @returns whether it was created; false when there is one already. */
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
 * Removes the lock if its holder is dead. Only one process at a time may do so, or the second would
 * remove the lock that the first has meanwhile taken.
 * @returns whether it is worth trying to take the lock at once.
 */
function removeStaleLock(file: string, dead: number): boolean {
  if (!isStale(file, dead)) return false
  const turn = `${file}.recovery`
  try {
    mkdirSync(turn)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    // Whoever was killed in the middle of theirs would keep everybody out for ever. It isn't taken
    // at once: others who saw the same have removed it by then.
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

/** Whether its process would be seen from here, if it lived. */
function isVisible(holder: Holder): boolean {
  return holder.namespace === namespace()
}

function parseHolder(text: string | null): Holder | null {
  try {
    const { processId, started = null, ...rest }: Partial<Holder> = JSON.parse(text ?? '')
    // Earlier versions didn't say, and took each holder for one of theirs.
    return processId ? { processId, started, namespace: rest.namespace ?? namespace() } : null
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
    // It is there, but belongs to somebody else.
    if (!hasCode(error, 'EPERM')) return false
  }
  const started = startOf(holder.processId)
  return started === null || holder.started === null || started === holder.started
}

/**
 * @returns the boot and the clock tick at which a process started, or null where there is no /proc
 *   or it doesn't show the process. Source: proc(5): in `/proc/[pid]/stat` the name in brackets is
 *   field 2, may contain anything, and is followed by the state (3) and the start time (22).
 */
function startOf(processId: number): string | null {
  const stat = readText(`/proc/${processId}/stat`)
  const boot = bootId()
  const startTime = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3]
  return boot && startTime ? `${boot} ${startTime}` : null
}

/**
 * @returns the machine's boot and the namespace in which this process has its number, or null where the
 *   system has none. Source: pid_namespaces(7).
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
