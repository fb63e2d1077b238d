import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeEach, expect, test, vi } from 'vitest'
import { BusyError } from '../../server/api/http-error'
import { waitForEver, withPatience } from '../../server/lib/waiting'
import { watchPatience } from '../../server/node/edge/patience'
import { queuePasswords } from '../../server/passwords/password-queue'
import { createRazorpayPayments } from '../../server/payments/razorpay'
import { createLines } from '../../server/store/lines'
import { StoreBusy } from '../../server/store/unavailable'
import { deferred } from '../support/deferred'

const storage = new AsyncLocalStorage<never>()
const limit = { most: 10, refuse: () => new Error('One too many') }
const patience = 10_000

beforeEach(() => void vi.useFakeTimers())

/** @returns lines whose keys are held, and what calls that waited in them got. */
function heldLines(...keys: string[]) {
  const inLine = createLines()
  const holders = new Map(keys.map((key) => [key, deferred()]))
  for (const [key, { promise }] of holders) void inLine(key, limit, () => promise)
  const got: string[] = []
  const call = (name: string, work: () => Promise<unknown>) =>
    withPatience(storage, patience, work).then(
      () => got.push(`${name} done`),
      (error: unknown) => got.push(`${name} ${error instanceof StoreBusy ? 'refused' : error}`),
    )
  const wait = (key: string) => inLine(key, limit, async () => {})
  return { call, wait, got, release: (key: string) => holders.get(key)?.resolve() }
}

test('a call is refused when its time in all queues together is used up', async () => {
  const { call, wait, got, release } = heldLines('a', 'b')
  void call('first', async () => {
    await wait('a')
    await wait('b')
  })
  void call('two at once', () => Promise.all([wait('a'), wait('b')]))
  await vi.advanceTimersByTimeAsync(6_000)
  release('a')
  await vi.advanceTimersByTimeAsync(3_990)
  expect(got).toEqual([])
  await vi.advanceTimersByTimeAsync(20)
  expect(got.sort()).toEqual(['first refused', 'two at once refused'])
})

test('time outside of queues doesn’t count, nor does a call that has begun a change', async () => {
  const { call, wait, got, release } = heldLines('a')
  void call('slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 30_000))
    await wait('c')
  })
  void call('changing', async () => {
    waitForEver()
    await wait('a')
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(got).toEqual(['slow done'])
  release('a')
  await vi.advanceTimersByTimeAsync(0)
  expect(got).toEqual(['slow done', 'changing done'])
})

test('a call that has made a subscription at the provider isn’t refused any more', async () => {
  const { call, wait, got, release } = heldLines('a')
  const made = { id: 'sub_1', status: 'created', start_at: null, ended_at: null }
  const payments = createRazorpayPayments({
    ...{ keyId: 'id', keySecret: 'secret', webhookSecrets: [] },
    fetch: async () => Response.json(made),
  })
  const order = { planId: 'plan', interval: 'monthly', organisationSlug: 'acme' } as const
  void call('buying', async () => {
    await payments.createSubscription({ ...order, expiresAt: new Date() })
    await wait('a')
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(got).toEqual([])
  release('a')
  await vi.advanceTimersByTimeAsync(0)
  expect(got).toEqual(['buying done'])
})

test('work of one key stays one after another when a call in between is refused', async () => {
  const { call, wait, got, release } = heldLines('a')
  void call('refused', () => wait('a'))
  await vi.advanceTimersByTimeAsync(10_000)
  void wait('a').then(() => got.push('next'))
  await vi.advanceTimersByTimeAsync(0)
  expect(got).toEqual(['refused refused'])
  release('a')
  await vi.advanceTimersByTimeAsync(0)
  expect(got).toEqual(['refused refused', 'next'])
})

test('work of one key is done one after another, of another key meanwhile, also after a failure', async () => {
  const inLine = createLines()
  const order: string[] = []
  const first = deferred()
  const begun = inLine('a', limit, () => first.promise.then(() => order.push('first')))
  const failing = inLine('a', limit, () => Promise.reject(new Error('failed')))
  const next = inLine('a', limit, async () => order.push('second'))
  await inLine('b', limit, async () => order.push('another'))
  expect(order).toEqual(['another'])
  first.resolve()
  await expect(failing).rejects.toThrow('failed')
  await Promise.all([begun, next])
  expect(order).toEqual(['another', 'first', 'second'])
})

test('one too many in a line is refused, until there is room again', async () => {
  const inLine = createLines()
  const two = { ...limit, most: 2 }
  const first = deferred()
  const begun = [inLine('a', two, () => first.promise), inLine('a', two, async () => {})]
  await expect(inLine('a', two, async () => {})).rejects.toThrow('One too many')
  first.resolve()
  await Promise.all(begun)
  await inLine('a', two, async () => {})
})

test('a password whose call is refused while it waits gives its turn to the next', async () => {
  const first = deferred()
  const hash = async (password: string) => {
    if (password === 'first') await first.promise
    return password
  }
  const passwords = queuePasswords({ hash, verify: async () => true }, 1, 2)
  void passwords.hash('first')
  const late = withPatience(storage, patience, () => passwords.hash('late'))
  const isRefused = expect(late).rejects.toThrow(BusyError)
  await vi.advanceTimersByTimeAsync(patience)
  await isRefused
  const done = vi.fn()
  void passwords.hash('next').then(done)
  first.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toHaveBeenCalledOnce()
})

test('a busy process counts how long a call has waited to be read, and signing in may wait longest', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const patienceLeft = watchPatience()
  const turn = (time: number) => {
    now = time
    vi.advanceTimersByTime(500)
  }
  expect(patienceLeft('/api/profile/')).toBe(10_000)
  for (const path of ['login/', 'login', 'passkeys/begin-sign-in/', 'passkeys/sign-in/'])
    expect(patienceLeft(`/api/${path}`), path).toBe(20_000)
  turn(1_000)
  // The event loop stood still for seven seconds.
  turn(8_000)
  expect(patienceLeft('/api/profile/')).toBe(6_500)
  turn(8_500)
  turn(9_000)
  expect(patienceLeft('/api/profile/')).toBe(9_750)
})
