// @vitest-environment happy-dom
import { cleanup, configure, render, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { ToastRegion } from '../../src/ui/toasts/ToastRegion'
import { showToast } from '../../src/ui/toasts/toast'

configure({ asyncUtilTimeout: 5_000 })

beforeEach(() => {
  // Nothing but a toast makes the toaster load.
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => {})
})

afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a toast that comes too early shows once its place is there', async () => {
  const shown = showToast('error', 'Your session has expired.')
  render(<ToastRegion />)
  await screen.findByText('Your session has expired.')
  await shown
})
