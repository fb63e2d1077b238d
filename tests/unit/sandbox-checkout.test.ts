// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import '../../standalone/sandbox/checkout/main'

interface Checkout {
  open(): void
  close(): void
  on(event: string, listener: (response: { error: { description: string } }) => void): void
}

const payment = {
  razorpay_payment_id: 'pay_1',
  razorpay_subscription_id: 'sub_1',
  razorpay_signature: 'signature',
}
const send = vi.fn<typeof fetch>()
const price = vi.fn<(address: string) => Promise<Response>>()
let happened: unknown[]

function newCheckout(options: object = {}): Checkout {
  const { Razorpay } = window as unknown as { Razorpay: new (options: object) => Checkout }
  const checkout = new Razorpay({
    key: '',
    subscription_id: 'sub_1',
    name: 'Orglens',
    description: 'Growth',
    prefill: { name: 'Ada Lovelace', email: 'ada@example.test' },
    theme: { color: '#4F61FF' },
    modal: { ondismiss: () => happened.push('dismissed') },
    handler: (paid: object) => happened.push(paid),
    ...options,
  })
  checkout.on('payment.failed', ({ error }) => happened.push(error.description))
  return checkout
}

function button(text: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    (candidate) => (candidate.getAttribute('aria-label') ?? candidate.textContent) === text,
  )
  if (!found) throw new Error(`There is no button ${text}`)
  return found
}

const dialog = () => document.querySelector('dialog')

beforeEach(() => {
  happened = []
  send.mockReset()
  price.mockReset().mockRejectedValue(new Error('Failed to fetch'))
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.startsWith('/sandbox/price?') ? price(address) : send(address, init),
  )
})

afterEach(() => {
  document.body.replaceChildren()
  document.adoptedStyleSheets = []
  vi.unstubAllGlobals()
})

describe('the sandbox’s checkout', () => {
  test('says what is bought, by whom, and that no money moves', () => {
    newCheckout().open()
    expect(dialog()?.open).toBe(true)
    for (const text of ['Orglens', 'Growth', 'Ada Lovelace, ada@example.test', 'no money moves']) {
      expect(dialog()?.textContent).toContain(text)
    }
    const title = document.getElementById(dialog()?.getAttribute('aria-labelledby') ?? '')
    expect(title?.textContent).toBe('Orglens')
  })

  test.each([
    [{ amount: 9900, currency: 'USD', interval: 'monthly' }, '$99.00 USD a month'],
    [{ amount: 1999900, currency: 'INR', interval: 'yearly' }, '₹19,999.00 INR a year'],
    [{ amount: 5000, currency: 'JPY', interval: 'monthly' }, '¥5,000 JPY a month'],
  ])('shows the price: %j', async (answer, text) => {
    price.mockResolvedValue(Response.json(answer))
    newCheckout().open()
    await vi.waitFor(() => expect(dialog()?.textContent).toContain(text), 20_000)
    expect(price.mock.calls).toEqual([['/sandbox/price?subscription_id=sub_1']])
  })

  test.each([
    [true, '$99.00 USD now'],
    [false, 'Nothing is charged now'],
  ])('says what another card is charged; a pending charge: %s', async (is_pending, text) => {
    const answer = { amount: 9900, currency: 'USD', interval: 'monthly', is_pending }
    price.mockResolvedValue(Response.json(answer))
    newCheckout({ subscription_card_change: 1 }).open()
    await vi.waitFor(() => expect(dialog()?.textContent).toContain(text), 20_000)
    expect(dialog()?.textContent).not.toContain('a month')
  })

  test('works without the price', async () => {
    price.mockResolvedValue(Response.json({ message: 'No such' }, { status: 404 }))
    send.mockResolvedValue(Response.json(payment))
    newCheckout().open()
    button('Pay now').click()
    await vi.waitFor(() => expect(happened).toEqual([payment]), 20_000)
  })

  test('returns the signed payment, and closes', async () => {
    send.mockResolvedValue(Response.json(payment))
    newCheckout().open()
    button('Pay now').click()
    expect(button('Paying…').disabled).toBe(true)
    await vi.waitFor(() => expect(happened).toEqual([payment]), 20_000)
    expect(dialog()).toBeNull()
    expect(send).toHaveBeenCalledWith(
      '/sandbox/pay',
      expect.objectContaining({ method: 'POST', body: '{"subscription_id":"sub_1"}' }),
    )
  })

  test('pays with a card whose renewals fail, and changes the card of a subscription', async () => {
    send.mockImplementation(async () => Response.json(payment))
    const bodies = () => send.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))
    newCheckout().open()
    button('Pay with a card that fails later').click()
    await vi.waitFor(() => expect(happened).toEqual([payment]), 20_000)
    newCheckout({ subscription_card_change: 1 }).open()
    button('Use a new card').click()
    await vi.waitFor(() => expect(happened).toEqual([payment, payment]), 20_000)
    expect(bodies()).toEqual([
      { subscription_id: 'sub_1', card: 'failing' },
      { subscription_id: 'sub_1', card_change: true },
    ])
  })

  test('stays open for a retry when a payment fails', async () => {
    send.mockResolvedValue(Response.json(payment))
    newCheckout().open()
    button('Let the payment fail').click()
    expect(happened).toEqual(['The card was declined'])
    expect(document.querySelector('[role=alert]')?.textContent).toContain('You can try again')
    button('Pay now').click()
    await vi.waitFor(() => expect(happened).toHaveLength(2), 20_000)
  })

  test('fails if the sandbox refuses or does not answer', async () => {
    send.mockResolvedValueOnce(Response.json({ message: 'It has ended.' }, { status: 409 }))
    send.mockRejectedValueOnce(new Error('Failed to fetch'))
    newCheckout().open()
    button('Pay now').click()
    await vi.waitFor(() => expect(happened).toEqual(['It has ended.']), 20_000)
    button('Pay now').click()
    await vi.waitFor(() => expect(happened).toEqual(['It has ended.', 'Failed to fetch']), 20_000)
    expect(dialog()?.open).toBe(true)
  })

  test.each([
    ['its button', () => button('Close checkout').click()],
    ['Escape', () => dialog()?.dispatchEvent(new Event('cancel', { cancelable: true }))],
  ])('is dismissed by %s, once, and can be opened again', (_what, dismiss) => {
    const checkout = newCheckout()
    checkout.open()
    dismiss()
    expect(happened).toEqual(['dismissed'])
    expect(dialog()).toBeNull()
    checkout.close()
    expect(happened).toEqual(['dismissed'])
    checkout.open()
    expect(dialog()?.open).toBe(true)
  })

  test('cannot be dismissed during a payment', () => {
    send.mockReturnValue(new Promise(() => {}))
    newCheckout().open()
    button('Pay now').click()
    dialog()?.dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(button('Close checkout').disabled).toBe(true)
    expect(dialog()?.open).toBe(true)
  })

  test('exists once, however often it is opened, and leaves no styles behind', () => {
    const before = document.adoptedStyleSheets.length
    const checkout = newCheckout()
    checkout.open()
    checkout.open()
    expect(document.querySelectorAll('dialog')).toHaveLength(1)
    expect(document.querySelectorAll('style')).toHaveLength(0)
    checkout.close()
    expect(document.adoptedStyleSheets).toHaveLength(before)
  })

  test('uses the seller’s colour, with readable text', () => {
    for (const [color, text] of [
      ['#4F61FF', '#fff'],
      ['#ffe14d', '#000'],
    ] as const) {
      const checkout = newCheckout({ theme: { color } })
      checkout.open()
      expect(dialog()?.style.getPropertyValue('--theme')).toBe(color)
      expect(dialog()?.style.getPropertyValue('--on-theme')).toBe(text)
      checkout.close()
    }
  })

  test('opens without options', () => {
    newCheckout({ name: '', theme: {}, prefill: {} }).open()
    expect(dialog()?.textContent).toContain('Checkout')
  })
})
