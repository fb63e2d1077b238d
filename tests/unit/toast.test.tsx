// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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

test('toasts show at the top right, each in its tone', async () => {
  render(<ToastRegion />)
  void showToast('success', 'Saved')
  void showToast('error', 'Lost')
  void showToast('info', 'By the way')
  const toastOf = async (text: string) =>
    (await screen.findByText(text)).closest<HTMLElement>('[data-sonner-toast]')
  expect((await toastOf('Saved'))?.dataset.type).toBe('success')
  expect((await toastOf('Lost'))?.dataset.type).toBe('error')
  expect((await toastOf('By the way'))?.dataset.type).toBe('info')
  const list = document.querySelector<HTMLElement>('[data-sonner-toaster]')
  expect([list?.dataset.yPosition, list?.dataset.xPosition]).toEqual(['top', 'right'])
})

test.each([
  ['a little', 45, '0px'],
  ['to the left a little', -200, '0px'],
  ['79 percent', 284, '0px'],
  ['82 percent', 295, '295px'],
  ['82 percent to the left', -295, '-295px'],
])('a drag of %s', async (_, amount, left) => {
  render(<ToastRegion />)
  void showToast('info', 'Drag me')
  const element = (await screen.findByText('Drag me')).closest<HTMLElement>('[data-sonner-toast]')
  if (!element) throw new Error('The toast is no toast of sonner’s')
  vi.spyOn(element, 'offsetWidth', 'get').mockReturnValue(360)
  element.style.setProperty('--swipe-amount-x', `${amount}px`)
  // What sonner reads on the way back down is what decides.
  let read = ''
  element.addEventListener('pointerup', () => {
    read = element.style.getPropertyValue('--swipe-amount-x')
  })
  fireEvent.pointerUp(element)
  expect(read).toBe(left)
})
