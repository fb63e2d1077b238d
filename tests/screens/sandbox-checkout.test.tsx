import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import '../../standalone/sandbox/checkout/main'

interface Checkout {
  open: () => void
  remove: () => void
  on: (event: string, listener: (response: { error: object }) => void) => void
}

// Other tests of this worker load a checkout of their own.
afterAll(() => void Reflect.deleteProperty(window, 'Razorpay'))

const checkoutOf = (options: object) =>
  new (window as unknown as { Razorpay: new (options: object) => Checkout }).Razorpay(options)

test('the sandbox’s checkout can be dismissed, but not while it pays, and needs no price', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('no network')))
  const ondismiss = vi.fn()
  const checkout = checkoutOf({ subscription_id: 'sub_1', modal: { ondismiss } })
  const cancel = () => {
    const dialog = screen.getByRole('dialog', { name: 'Checkout' })
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
  }
  checkout.open()
  checkout.open()
  expect(document.activeElement?.textContent).toBe('Pay now')
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.querySelector('.sandbox-checkout-price')?.textContent).toBe('')
  cancel()
  expect(ondismiss).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
  checkout.open()
  fireEvent.click(screen.getByRole('button', { name: 'Close checkout' }))
  expect(ondismiss).toHaveBeenCalledTimes(2)
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  checkout.open()
  fireEvent.click(screen.getByRole('button', { name: 'Let the payment fail' }))
  fireEvent.click(screen.getByRole('button', { name: 'Pay now' }))
  expect(screen.getByRole('alert').textContent).toBe('')
  const [busy, ...others] = screen.getAllByRole('button', { busy: true })
  expect([busy?.textContent, others]).toEqual(['Paying…', []])
  for (const one of screen.getAllByRole('button')) expect(one).toHaveProperty('disabled', true)
  cancel()
  expect(ondismiss).toHaveBeenCalledTimes(2)
  checkout.remove()
})

test.each([
  ['a plan', 'yearly', false, '$99.00 USD a year'],
  ['a plan', 'monthly', true, '$99.00 USD a month'],
  ['a card', 'monthly', true, '$99.00 USD now'],
  ['a card', 'monthly', false, 'Nothing is charged now'],
])('the sandbox’s checkout of %s, %s, pending: %s, says %s', async (...row) => {
  const [what, interval, is_pending, price] = row
  const [options, good, failing] =
    what === 'a card'
      ? [{ subscription_card_change: 1 }, 'Use a new card', 'Use a card that fails later']
      : [{}, 'Pay now', 'Pay with a card that fails later']
  const sent: unknown[] = []
  let answer = Response.json({ message: 'It has ended.' }, { status: 409 })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!init) return Response.json({ amount: 9_900, currency: 'USD', interval, is_pending })
    sent.push([address, JSON.parse(String(init.body))])
    return answer
  })
  const [handler, failed] = [vi.fn(), vi.fn()]
  const prefill = { name: 'Ada', email: 'ada@acme.test' }
  const about = { subscription_id: 'sub_1', name: 'Acme', description: 'Orglens Growth' }
  const checkout = checkoutOf({ ...options, ...about, prefill, handler })
  for (const event of ['payment.failed', 'payment.other']) checkout.on(event, failed)
  checkout.open()
  await screen.findByText(price)
  screen.getByText('Paying as Ada, ada@acme.test')
  screen.getByRole('dialog', { name: 'Acme' })
  screen.getByText('Orglens Growth')
  fireEvent.click(screen.getByRole('button', { name: good }))
  await screen.findByText('The payment failed. It has ended. You can try again.')
  expect(screen.getByRole('button', { name: good }).hasAttribute('aria-busy')).toBe(false)
  expect(failed.mock.calls).toMatchObject([
    [{ error: { description: 'It has ended.', reason: 'payment_failed' } }],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Let the payment fail' }))
  screen.getByText('The payment failed. The card was declined. You can try again.')
  answer = Response.json({ razorpay_payment_id: 'pay_1' })
  fireEvent.click(screen.getByRole('button', { name: failing }))
  await waitFor(() => expect(handler.mock.calls).toEqual([[{ razorpay_payment_id: 'pay_1' }]]))
  expect(screen.queryByRole('dialog')).toBeNull()
  const change = what === 'a card' && { card_change: true }
  expect(sent).toEqual([
    ['/sandbox/pay', { subscription_id: 'sub_1', ...change }],
    ['/sandbox/pay', { subscription_id: 'sub_1', card: 'failing', ...change }],
  ])
})
