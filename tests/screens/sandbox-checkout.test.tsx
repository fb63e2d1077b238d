import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import '../../standalone/sandbox/checkout/main'

interface Checkout {
  open: () => void
  remove: () => void
}

test('the sandbox’s checkout can’t be dismissed while it pays', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const ondismiss = vi.fn()
  const { Razorpay } = window as unknown as { Razorpay: new (options: object) => Checkout }
  const checkout = new Razorpay({ subscription_id: 'sub_1', modal: { ondismiss } })
  checkout.open()
  const dialog = screen.getByRole('dialog', { name: 'Checkout' })
  fireEvent.click(screen.getByRole('button', { name: 'Pay now' }))
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(ondismiss).not.toHaveBeenCalled()
  checkout.remove()
  vi.unstubAllGlobals()
})
