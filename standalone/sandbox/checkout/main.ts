/*
 * The sandbox's checkout. It defines `window.Razorpay` with the provider's interface, and shows a dialog where the
 * tester decides whether the payment works (D34). Served at `/sandbox/checkout.js`. It takes the page's colours.
 * Its styles are adopted, because the Content-Security-Policy forbids style elements.
 * Source: https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/
 */
import { visitorLocale } from '../../../src/lib/visitor-locale'
import styles from './checkout.css?inline'

/** The provider's options that this checkout supports. */
interface CheckoutOptions {
  subscription_id?: string
  /** Changes the subscription's card, and charges nothing. */
  subscription_card_change?: boolean | 0 | 1
  /** The seller's name. */
  name?: string
  /** The product's name. */
  description?: string
  prefill?: { name?: string; email?: string; contact?: string }
  theme?: { color?: string }
  modal?: { ondismiss?: () => void }
  handler?: (payment: Record<string, string>) => void
}

type Listener = (response: { error: Record<string, unknown> }) => void

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag)
  if (className) created.className = `sandbox-checkout-${className}`
  created.append(...children)
  return created
}

function button(className: string, text: string, onClick: () => void): HTMLButtonElement {
  const created = element('button', className, text)
  created.type = 'button'
  created.addEventListener('click', onClick)
  return created
}

/** The site's answer about a subscription. */
interface Price {
  /** In the currency's smallest unit. */
  amount: number
  currency: string
  interval: string
  /** Whether a new card pays a failed charge at once. */
  is_pending: boolean
}

class Checkout {
  options: CheckoutOptions
  listeners: Listener[] = []
  dialog: HTMLDialogElement | null = null

  constructor(options: CheckoutOptions) {
    this.options = options
  }

  on(event: string, listener: Listener): void {
    if (event === 'payment.failed') this.listeners.push(listener)
  }

  /** Shows the dialog. */
  open(): void {
    if (this.dialog) return
    const { name = '', description = '', prefill = {}, theme = {} } = this.options

    const title = element('h2', '', name || 'Checkout')
    title.id = 'sandbox-checkout-title'
    const price = element('p', 'price')
    const problem = element('p', 'problem')
    problem.setAttribute('role', 'alert')
    const isChange = Boolean(this.options.subscription_card_change)
    const payText = isChange ? 'Use a new card' : 'Pay now'
    const pay = button('pay', payText, () => void settle('good'))
    const laterText = `${isChange ? 'Use' : 'Pay with'} a card that fails later`
    const failLater = button('fail', laterText, () => void settle('failing'))
    const fail = button('fail', 'Let the payment fail', () => this.fail(problem))
    const close = button('close', '×', () => this.close())
    close.setAttribute('aria-label', 'Close checkout')
    const buyer = [prefill.name, prefill.email, prefill.contact].filter(Boolean).join(', ')

    const dialog = element(
      'dialog',
      '',
      element('div', 'head', title, element('p', '', description), price, close),
      element(
        'div',
        'body',
        element('p', 'note', 'This is a sandbox: no card is needed and no money moves.'),
        element('p', 'buyer', buyer ? `Paying as ${buyer}` : ''),
        problem,
        pay,
        failLater,
        fail,
      ),
    )
    dialog.className = 'sandbox-checkout'
    dialog.setAttribute('aria-labelledby', title.id)
    if (theme.color) dialog.style.setProperty('--theme', theme.color)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      if (!pay.disabled) this.close()
    })

    const settle = async (card: 'good' | 'failing') => {
      const controls = [pay, failLater, fail, close]
      for (const control of controls) control.disabled = true
      pay.setAttribute('aria-busy', 'true')
      pay.textContent = 'Paying…'
      problem.textContent = ''
      try {
        const payment = await this.pay(card)
        this.remove()
        this.options.handler?.(payment)
      } catch (error) {
        for (const control of controls) control.disabled = false
        pay.removeAttribute('aria-busy')
        pay.textContent = payText
        this.fail(problem, error instanceof Error ? error.message : String(error))
      }
    }

    this.dialog = dialog
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    document.body.append(dialog)
    dialog.showModal()
    pay.focus()
    void this.price().then((text) => {
      price.textContent = text
    })
  }

  /** @returns the charges as text; empty if they fail to load, which doesn't prevent paying. */
  async price(): Promise<string> {
    const id = encodeURIComponent(this.options.subscription_id ?? '')
    try {
      const response = await fetch(`/sandbox/price?subscription_id=${id}`)
      if (!response.ok) return ''
      const { amount, currency, interval, is_pending } = (await response.json()) as Price
      // The bare sign is enough: the currency's code follows, and 'US$' would repeat it.
      const format = new Intl.NumberFormat(visitorLocale(), {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
      })
      const { maximumFractionDigits = 2 } = format.resolvedOptions()
      const charged = format.format(amount / 10 ** maximumFractionDigits)
      if (this.options.subscription_card_change) {
        return is_pending ? `${charged} ${currency} now` : 'Nothing is charged now'
      }
      return `${charged} ${currency} ${interval === 'yearly' ? 'a year' : 'a month'}`
    } catch {
      return ''
    }
  }

  /** Closes the dialog. The page is told that the buyer dismissed it. */
  close(): void {
    if (!this.dialog) return
    this.remove()
    this.options.modal?.ondismiss?.()
  }

  remove(): void {
    this.dialog?.close()
    this.dialog?.remove()
    this.dialog = null
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  }

  /** A failed payment leaves the dialog open for another try, as the provider does. */
  fail(problem: HTMLElement, reason = 'The card was declined'): void {
    problem.textContent = `The payment failed. ${reason.replace(/\.$/, '')}. You can try again.`
    const error = {
      code: 'BAD_REQUEST_ERROR',
      description: reason,
      source: 'customer',
      step: 'payment_authorization',
      reason: 'payment_failed',
      metadata: { subscription_id: this.options.subscription_id },
    }
    for (const listener of this.listeners) listener({ error })
  }

  /** @param card `failing`: later charges fail. */
  async pay(card: 'good' | 'failing'): Promise<Record<string, string>> {
    const response = await fetch('/sandbox/pay', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        subscription_id: this.options.subscription_id ?? '',
        ...(card === 'failing' && { card }),
        ...(this.options.subscription_card_change && { card_change: true }),
      }),
    })
    const answer = (await response.json()) as Record<string, string>
    if (!response.ok) throw new Error(answer.message)
    return answer
  }
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
Object.assign(window, { Razorpay: Checkout })
