// @vitest-environment happy-dom
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastRegion } from '../../src/ui/toasts/ToastRegion'
import { showToast } from '../../src/ui/toasts/toast'

configure({ asyncUtilTimeout: 60_000 })

beforeEach(() => {
  // Nothing but a toast makes the toaster load.
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => {})
})

afterEach(() => {
  cleanup()
  toast.dismiss()
})

test('Escape closes the newest toast, but not while a dialog is open', async () => {
  const user = userEvent.setup()
  // It comes before its place, and shows once that is there.
  void showToast('success', 'First')
  render(<ToastRegion />)
  await screen.findByText('First')
  void showToast('success', 'Second')
  await screen.findByText('Second')
  const dialog = document.createElement('dialog')
  dialog.open = true
  document.body.append(dialog)
  await user.keyboard('{Escape}')
  dialog.remove()
  expect(toast.getToasts()).toHaveLength(2)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('Second')).toBeNull())
  screen.getByText('First')
})

test('a success with a button goes by itself after five seconds, but not while the focus is in it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(<ToastRegion />)
  showToast('success', 'Removed.', undefined, { label: 'Undo', onPress: () => {} })
  await screen.findByText('Removed.')
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  const undo = screen.getByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  await act(() => vi.advanceTimersByTimeAsync(9_000))
  screen.getByText('Removed.')
  act(() => undo.blur())
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(screen.queryByText('Removed.')).toBeNull()
})

test('a failure with a button stays until it is closed', async () => {
  const user = userEvent.setup()
  render(<ToastRegion />)
  showToast('error', 'Not saved.', undefined, { label: 'Try again', onPress: () => {} })
  await screen.findByText('Not saved.')
  expect(toast.getToasts()).toMatchObject([{ duration: Number.POSITIVE_INFINITY }])
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('Not saved.')).toBeNull())
})
