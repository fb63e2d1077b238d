import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { acquireDirectoryLock, type Heartbeat } from '../../server/store/pglite/directory-lock'
import { newFolder } from '../support/folders'

let file: string

beforeEach(() => {
  file = join(newFolder(), 'database.lock')
})

/** Lets a file look as if it was written some time ago. @returns when, in ms. */
function age(path: string, milliseconds = 60_000): number {
  const time = Date.now() - milliseconds
  utimesSync(path, new Date(time), new Date(time))
  return time
}

const lock = async (waitMilliseconds = 0) =>
  (await acquireDirectoryLock(file, 'The database', waitMilliseconds)).release

/** Writes the lock of a process of this machine: this one's, but for some fields. */
async function leaveLock(changes: object): Promise<void> {
  rmSync(file, { force: true })
  const release = await lock()
  const holder: object = JSON.parse(readFileSync(file, 'utf8'))
  release()
  writeFileSync(file, JSON.stringify({ ...holder, ...changes }))
}

/** No process: the number is above the highest that Linux, macOS or Windows give. */
const dead = { processId: 2 ** 30, started: null }

/** Starts another program, which tries to lock whenever it is told, and says how it fared. */
async function startContender() {
  const module = new URL('../../server/store/pglite/directory-lock.ts', import.meta.url)
  const program = `
    import { acquireDirectoryLock } from '${module}'
    const answer = (text) => process.stdout.write(text)
    process.stdin.on('data', (word) => {
      if (String(word) === 'end') process.exit()
      acquireDirectoryLock(${JSON.stringify(file)}, 'The database', 0, { lost() {} })
        .then(() => answer('held'), () => answer('refused'))
    })
    answer('ready')`
  const contender: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const answer = async () => {
    if (!contender.stdout) throw new Error('The contender has no output.')
    return String(await once(contender.stdout, 'data'))
  }
  await answer()
  return {
    processId: contender.pid,
    lock() {
      contender.stdin?.write('lock')
      return answer()
    },
    async end() {
      contender.stdin?.write('end')
      await once(contender, 'exit')
    },
  }
}

test("of several programs that find a dead one's lock, one takes it over, and names itself until it ends", async () => {
  const contenders = await Promise.all(Array.from({ length: 3 }, () => startContender()))
  for (let round = 0; round < 20; round += 1) {
    await leaveLock(dead)
    const answers = await Promise.all(contenders.map((contender) => contender.lock()))
    expect(answers.toSorted()).toEqual(['held', 'refused', 'refused'])
    const holder = contenders[answers.indexOf('held')]
    await expect(lock()).rejects.toThrow(
      `The database is in use by the process ${holder?.processId}, and only one may use it at a time. ` +
        `Stop that process first. If it has nothing to do with this program, delete ${file}.`,
    )
    if (round < 19) rmSync(file)
  }
  await Promise.all(contenders.map((contender) => contender.end()))
  expect(existsSync(file)).toBe(false)
})

test('a restarted program waits for its predecessor to release the lock', async () => {
  const release = await lock()
  const successor = lock(10_000)
  release()
  const releaseSuccessor = await successor
  await expect(lock()).rejects.toThrow('in use')
  releaseSuccessor()
})

test('a process of another user, which can’t be signalled, is alive, and keeps its lock', async () => {
  await leaveLock({ processId: 1, started: null })
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('not permitted'), { code: 'EPERM' })
  })
  await expect(lock()).rejects.toThrow('in use by the process 1')
})

test('a lock that a power cut left empty, and an interrupted takeover, block nobody for ever', async () => {
  writeFileSync(file, '')
  await expect(lock()).rejects.toThrow('in use by another process')
  age(file)
  const release = await lock()
  release()
  await leaveLock(dead)
  const turn = `${file}.recovery`
  mkdirSync(turn)
  await expect(lock()).rejects.toThrow('in use')
  age(turn)
  const releaseTakenOver = await lock(10_000)
  expect(existsSync(turn)).toBe(false)
  releaseTakenOver()
})

test('a holder in another container, whose process is invisible, has the lock for 30 s after a heartbeat', async () => {
  // Process 1, as in every container; here, too, there is one.
  await leaveLock({ processId: 1, started: 'another boot 1', namespace: 'another namespace' })
  age(file, 20_000)
  await expect(lock()).rejects.toThrow('in use by the process 1 of another container or machine')
  age(file, 31_000)
  const release = await lock()
  expect(readFileSync(file, 'utf8')).toContain(`"processId":${process.pid}`)
  release()
})

const soon = { interval: 5, timeout: 20_000 }
const untilNextBeat = async () => {
  const longAgo = age(file)
  await vi.waitFor(() => expect(statSync(file).mtimeMs).toBeGreaterThan(longAgo + 1_000), soon)
}

/** Takes the lock with a quick heart. @returns it, and what waits until its loss is told. */
async function hold() {
  const lost = vi.fn<Heartbeat['lost']>()
  const held = await acquireDirectoryLock(file, 'The database', 0, { interval: 5, lost })
  onTestFinished(held.release)
  const untilLost = async (why: string) => {
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), soon)
    expect(lost.mock.calls[0]?.[0]).toContain(why)
  }
  return { ...held, lost, untilLost }
}

test('a holder ends when another process has taken the lock, and leaves that one alone, and when it is gone', async () => {
  const { release, untilLost } = await hold()
  writeFileSync(file, 'another’s name')
  await untilLost('somebody else has taken it')
  release()
  expect(readFileSync(file, 'utf8')).toBe('another’s name')
  rmSync(file)
  const second = await hold()
  rmSync(file)
  await second.untilLost('somebody else has taken it')
})

test('a holder ends after a pause so long that others may have taken it for dead', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const { lost, opened, untilLost } = await hold()
  // Opening a database may take long at a stretch.
  now += 25_000
  await untilNextBeat()
  now += 25_000
  opened()
  now += 19_000
  await untilNextBeat()
  expect(lost).not.toHaveBeenCalled()
  now += 21_000
  await untilLost('stood still')
})
