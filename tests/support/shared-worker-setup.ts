import { afterEach, vi } from 'vitest'
import { resetPageState } from '../../src/lib/page-state'

// Before each test file. The files that a worker runs share it, since a process for each would take
// three times as long: no test may see another's leftovers.
vi.restoreAllMocks()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.useRealTimers()
resetPageState()
if (typeof document !== 'undefined') {
  for (const name of document.documentElement.getAttributeNames()) {
    document.documentElement.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
}
// The tests of units have the rest restored by vitest.config.ts, before each.
afterEach(() => void vi.useRealTimers())
