import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Who holds a lock. */
interface Holder {
  processId: number
  /**
   * When that process started, as text that no other process has had, so that a later one with the
   * same id isn't taken for it. Null where the system doesn't tell.
   */
  started: string | null
}

const pollMilliseconds = 50
/** What takes microseconds and is older than this was cut short: writing a lock, removing a stale one. */
const unfinishedMilliseconds = 2_000

/**
 * Holds a lock file that names this process, so that no second one uses what it stands for. What a
 * dead process left behind is taken over; a live one is never robbed, however long it is silent.
 * Processes that can't see each other (on two machines, in two containers) aren't kept apart.
 * @param file the lock file; its directory must exist.
 * @param subject what is locked, for the error's text: 'the database in ./.data'.
 * @param waitMilliseconds how long to wait for a live holder: one that is restarting overlaps its
 *   successor for a moment.
 * @returns releases the lock; the end of the process does so too.
 * @throws Error that says who holds the lock and what to do.
 */
export async function acquireDirectoryLock(
  file: string,
  subject: string,
  waitMilliseconds: number,
): Promise<() => void> {
  const content = `${JSON.stringify(thisProcess())}\n`
  const deadline = Date.now() + waitMilliseconds
  while (!createFile(file, content)) {
    if (removeStaleLock(file)) continue
    if (Date.now() >= deadline) throw new Error(refusal(file, subject))
    await sleep(pollMilliseconds)
  }
  let held = true
  const release = () => {
    process.off('exit', release)
    if (held && readText(file) === content) rmSync(file, { force: true })
    held = false
  }
  process.on('exit', release)
  return release
}

function refusal(file: string, subject: string): string {
  const holder = parseHolder(readText(file))
  const who = holder ? `the process ${holder.processId}` : 'another process'
  return (
    `${subject} is in use by ${who}, and only one may use it at a time. ` +
    `Stop that process first. If it has nothing to do with this program, delete ${file}.`
  )
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
function removeStaleLock(file: string): boolean {
  if (!isStale(file)) return false
  const turn = `${file}.recovery`
  try {
    mkdirSync(turn)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    // Whoever was killed in the middle of theirs would keep everybody out for ever. It isn't taken
    // at once: others who saw the same have removed it by then.
    if (isUnfinished(turn)) rmSync(turn, { recursive: true, force: true })
    return false
  }
  try {
    if (isStale(file)) rmSync(file, { force: true })
  } finally {
    rmSync(turn, { recursive: true, force: true })
  }
  return true
}

function isStale(file: string): boolean {
  const text = readText(file)
  if (text === null) return false
  const holder = parseHolder(text)
  if (holder) return !isAlive(holder)
  return isUnfinished(file)
}

function isUnfinished(path: string): boolean {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
  return modified !== undefined && Date.now() - modified > unfinishedMilliseconds
}

function parseHolder(text: string | null): Holder | null {
  try {
    const { processId, started }: Partial<Holder> = JSON.parse(text ?? '')
    return processId ? { processId, started: started ?? null } : null
  } catch {
    return null
  }
}

function thisProcess(): Holder {
  return { processId: process.pid, started: startOf(process.pid) }
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
  const boot = readText('/proc/sys/kernel/random/boot_id')
  const startTime = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3]
  return boot && startTime ? `${boot.trim()} ${startTime}` : null
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
