import { expect, onTestFinished, test, vi } from 'vitest'
import { watchPatience } from '../../server/node/edge/patience'

test('a call that a busy process reads late has less patience left, and signing in has the most', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  const left = watchPatience()
  const others = ['/api/profile/', '/api/signup/']
  const passkeys = ['/api/passkeys/begin-sign-in/', '/api/passkeys/sign-in/']
  const signIns = ['/api/login/', '/api/login', ...passkeys]
  const refused = () => [...others, ...signIns].filter((path) => left(path) < 0)
  /** The process stands still: timers come late, then it reads all requests. */
  const standStill = (seconds: number) => {
    now += seconds * 1_000
    vi.advanceTimersByTime(500)
  }
  standStill(15)
  expect(refused()).toEqual([])
  standStill(30)
  expect(refused()).toEqual(others)
  standStill(60)
  expect(refused()).toEqual([...others, ...signIns])
  standStill(0.5)
  standStill(0.5)
  expect(refused()).toEqual([])
})
