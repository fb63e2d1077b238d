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
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
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

/** Another program, which says how it fared when told to lock, and then holds on until killed. */
function startContender(heartbeat = '{}'): ChildProcess {
  const module = new URL('../../server/store/pglite/directory-lock.ts', import.meta.url)
  const program = `
    import { acquireDirectoryLock } from '${module}'
    const answer = (text) => process.stdout.write(text)
    process.stdin.on('data', (word) => {
      if (String(word) === 'end') process.exit()
      acquireDirectoryLock(${JSON.stringify(file)}, 'The database', 0, ${heartbeat})
        .then(() => answer('held'), () => answer('refused'))
    })
    answer('ready')`
  return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

async function answerOf(contender: ChildProcess): Promise<string> {
  if (!contender.stdout) throw new Error('The contender has no output.')
  const [chunk] = await once(contender.stdout, 'data')
  return String(chunk)
}

async function tellToLock(contender: ChildProcess): Promise<string> {
  contender.stdin?.write('lock')
  return answerOf(contender)
}

/** Another program that has the lock. */
async function startHolder(heartbeat?: string): Promise<ChildProcess> {
  const contender = startContender(heartbeat)
  await answerOf(contender)
  expect(await tellToLock(contender)).toBe('held')
  return contender
}

async function end(contender: ChildProcess, signal?: 'SIGKILL'): Promise<void> {
  const ended = once(contender, 'exit')
  if (signal) contender.kill(signal)
  else contender.stdin?.write('end')
  await ended
}

test('tells a second program which process has the database and what to do, until that ends', async () => {
  const holder = await startHolder()
  await expect(lock()).rejects.toThrow(
    `The database is in use by the process ${holder.pid}, and only one may use it at a time. ` +
      `Stop that process first. If it has nothing to do with this program, delete ${file}.`,
  )
  await end(holder)
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

test.runIf(existsSync('/proc/self/stat'))(
  'a reused process id is not mistaken for the dead process',
  async () => {
    await leaveLock({ started: 'an earlier boot 1' })
    const release = await lock()
    release()
  },
)

test('takes over a lock that a power cut left empty', async () => {
  writeFileSync(file, '')
  await expect(lock()).rejects.toThrow('in use by another process')
  age(file)
  const release = await lock()
  release()
})

test("an interrupted takeover doesn't block others for ever", async () => {
  await leaveLock(dead)
  const turn = `${file}.recovery`
  mkdirSync(turn)
  await expect(lock()).rejects.toThrow('in use')
  age(turn)
  const release = await lock(10_000)
  expect(existsSync(turn)).toBe(false)
  release()
})

test("of several programs that find a dead one's lock, only one takes it over", async () => {
  const contenders = Array.from({ length: 4 }, () => startContender('{ lost() {} }'))
  await Promise.all(contenders.map(answerOf))
  for (let round = 0; round < 20; round += 1) {
    await leaveLock(dead)
    const answers = await Promise.all(contenders.map(tellToLock))
    expect(answers.filter((answer) => answer === 'held')).toHaveLength(1)
    rmSync(file)
  }
  await Promise.all(contenders.map((contender) => end(contender)))
})

describe('a holder in another container, whose process is invisible', () => {
  /** @param milliseconds how long ago it last gave a sign of life. */
  async function leaveInvisible(milliseconds: number): Promise<void> {
    // Process 1, as in every container; here, too, there is one.
    await leaveLock({ processId: 1, started: 'another boot 1', namespace: 'another namespace' })
    age(file, milliseconds)
  }

  test('keeps others out while its heartbeat goes on', async () => {
    for (const milliseconds of [0, 20_000]) {
      await leaveInvisible(milliseconds)
      await expect(lock()).rejects.toThrow(
        'in use by the process 1 of another container or machine, and only one',
      )
    }
  })

  test('loses the lock 30 s after its last heartbeat', async () => {
    await leaveInvisible(31_000)
    const release = await lock()
    expect(readFileSync(file, 'utf8')).toContain(`"processId":${process.pid}`)
    release()
  })
})

describe('the holder of a lock', () => {
  const beat = () => {
    const lost = vi.fn<Heartbeat['lost']>()
    const held = acquireDirectoryLock(file, 'The database', 0, { interval: 5, lost })
    return { held, lost }
  }
  const soon = { interval: 5, timeout: 20_000 }
  const untilNextBeat = async () => {
    const longAgo = age(file)
    await vi.waitFor(() => expect(statSync(file).mtimeMs).toBeGreaterThan(longAgo + 1_000), soon)
  }

  test('ends when another process has taken the lock, and leaves that lock alone', async () => {
    const { held, lost } = beat()
    const { release } = await held
    writeFileSync(file, 'another’s name')
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), soon)
    expect(lost.mock.calls[0]?.[0]).toContain('somebody else has taken it')
    release()
    expect(readFileSync(file, 'utf8')).toBe('another’s name')
  })

  test('ends when the lock is gone', async () => {
    const { held, lost } = beat()
    const { release } = await held
    rmSync(file)
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), soon)
    release()
  })

  test('goes on while the lock can’t be read, as without file descriptors', async () => {
    const { held, lost } = beat()
    const { release } = await held
    rmSync(file)
    // A folder can be touched, but not read.
    mkdirSync(file)
    await untilNextBeat()
    expect(lost).not.toHaveBeenCalled()
    release()
  })

  test('ends after a pause so long that others may have taken it for dead', async () => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    onTestFinished(() => clock.mockRestore())
    const { held, lost } = beat()
    const { opened, release } = await held
    // Opening a database may take long at a stretch.
    now += 25_000
    await untilNextBeat()
    now += 25_000
    opened()
    now += 19_000
    await untilNextBeat()
    expect(lost).not.toHaveBeenCalled()
    now += 21_000
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), soon)
    expect(lost.mock.calls[0]?.[0]).toContain('stood still')
    release()
  })

  test('ends the process by default', async () => {
    const holder = await startHolder('{ interval: 5 }')
    const ended = once(holder, 'exit')
    writeFileSync(file, 'another’s name')
    const [code] = await ended
    expect(code).toBeGreaterThan(0)
    expect(readFileSync(file, 'utf8')).toBe('another’s name')
  })
})
