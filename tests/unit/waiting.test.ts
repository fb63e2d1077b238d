import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeEach, expect, test, vi } from 'vitest'
import { BusyError } from '../../server/api/http-error'
import { withPatience } from '../../server/lib/waiting'
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

test('a call is refused when its time in all queues together is used up', async () => {
  const inLine = createLines()
  const [a, b] = [deferred(), deferred()]
  void inLine('a', limit, () => a.promise)
  void inLine('b', limit, () => b.promise)
  const [refused, givenBack] = [vi.fn(), vi.fn(async () => {})]
  void withPatience(storage, patience, async () => {
    await inLine('a', limit, async () => {})
    await inLine('b', limit, async () => {}).catch(refused)
    await inLine('b', limit, givenBack)
  })
  await vi.advanceTimersByTimeAsync(6_000)
  a.resolve()
  await vi.advanceTimersByTimeAsync(3_990)
  expect(refused).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  expect(refused).toHaveBeenCalledExactlyOnceWith(expect.any(StoreBusy))
  // What a refusal gives back waits as long as it takes.
  expect(givenBack).not.toHaveBeenCalled()
  b.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(givenBack).toHaveBeenCalledOnce()
})

test('a sign-in may wait for 20 s, any other call for 10, since it came', () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const left = watchPatience()
  now = 1_000
  vi.advanceTimersByTime(500)
  now = 15_500
  const paths = ['/api/login', '/api/login/', '/api/passkeys/sign-in/', '/api/profile/']
  expect(paths.map(left)).toEqual([5_000, 5_000, 5_000, -5_000])
})

test('a call that has made a subscription at the provider isn’t refused any more', async () => {
  const inLine = createLines()
  const held = deferred()
  void inLine('a', limit, () => held.promise)
  const made = { id: 'sub_1', status: 'created', start_at: null, ended_at: null }
  const payments = createRazorpayPayments({
    ...{ keyId: 'id', keySecret: 'secret', webhookSecrets: [] },
    fetch: async () => Response.json(made),
  })
  const order = { planId: 'plan', interval: 'monthly', organisationSlug: 'acme' } as const
  const bought = withPatience(storage, patience, async () => {
    await payments.createSubscription({ ...order, expiresAt: new Date() })
    return await inLine('a', limit, async () => 'bought')
  })
  await vi.advanceTimersByTimeAsync(60_000)
  held.resolve()
  expect(await bought).toBe('bought')
})

test('work of one key stays one after another when a call in between is refused', async () => {
  const inLine = createLines()
  const held = deferred()
  void inLine('a', limit, () => held.promise)
  void withPatience(storage, patience, () => inLine('a', limit, async () => {})).catch(() => {})
  await vi.advanceTimersByTimeAsync(patience)
  const next = vi.fn()
  const last = inLine('a', limit, async () => next())
  await vi.advanceTimersByTimeAsync(0)
  expect(next).not.toHaveBeenCalled()
  held.resolve()
  await last
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
  // A failure leaves its place.
  const fail = () => inLine('a', { ...limit, most: 1 }, () => Promise.reject(new Error('failed')))
  for (const _turn of [1, 2, 3]) await expect(fail()).rejects.toThrow('failed')
  expect(order).toEqual(['another', 'first', 'second'])
})

test('one too many in a line is refused, until there is room again', async () => {
  const inLine = createLines()
  const one = { ...limit, most: 1 }
  const first = deferred()
  const begun = inLine('a', one, () => first.promise)
  await expect(inLine('a', one, async () => {})).rejects.toThrow('One too many')
  first.resolve()
  await begun
  await inLine('a', one, async () => {})
})

test('a password that fails, or whose call is refused while it waits, gives its turn to the next', async () => {
  const first = deferred()
  const hash = async (password: string) => {
    if (password !== 'first') return password
    await first.promise
    throw new Error('out of memory')
  }
  const passwords = queuePasswords({ hash, verify: async () => true }, 1, 2)
  const failed = expect(passwords.hash('first')).rejects.toThrow('out of memory')
  const late = withPatience(storage, patience, () => passwords.hash('late'))
  const isRefused = expect(late).rejects.toThrow(BusyError)
  await vi.advanceTimersByTimeAsync(patience)
  await isRefused
  const next = passwords.hash('next')
  first.resolve()
  await failed
  expect(await next).toBe('next')
})
