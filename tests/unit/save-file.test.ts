import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from '../../src/lib/save-file'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test.each([
  ['Pacific/Kiritimati', '2026-12-01'],
  ['Asia/Kolkata', '2026-11-30'],
])('a file is named after the day where the visitor is: %s', (zone, day) => {
  vi.stubEnv('TZ', zone)
  vi.useFakeTimers({ now: new Date('2026-11-30T12:00:00Z') })
  const link = { href: '', download: '', click: vi.fn() }
  vi.stubGlobal('document', { createElement: () => link })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  saveFile('Subscription Activity', 'csv', new Blob())
  expect(link.download).toBe(`subscription-activity-${day}.csv`)
  expect(link.click).toHaveBeenCalledOnce()
  // The browser reads the file later.
  vi.advanceTimersByTime(59_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(revoke).toHaveBeenCalledWith('blob:file')
})
