import { waitFor } from '@testing-library/react'
import { vi } from 'vitest'

/**
 * From here on timers wait for `pass`; answers of the API still arrive by themselves. `setupServer`
 * of MSW needs real immediates, so only the timers that the app sets are faked.
 * @param options.clocks the clocks stand still as well.
 */
export function fakeTime({ clocks = false } = {}) {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      ...(clocks ? (['Date', 'performance'] as const) : []),
    ],
  })
  // Testing Library knows fake timers by this name only.
  vi.stubGlobal('jest', { advanceTimersByTime: (time: number) => vi.advanceTimersByTime(time) })
  return {
    /** Waits for an assertion to hold while hardly any time passes. */
    until: (assertion: () => unknown) => waitFor(assertion, { interval: 0.01, timeout: 500 }),
    pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
  }
}
