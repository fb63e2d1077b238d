/** What of the provider's options this checkout heeds. */
export interface CheckoutOptions {
  subscription_id?: string
  /** Of the seller. */
  name?: string
  /** Of what is sold. */
  description?: string
  prefill?: { name?: string; email?: string; contact?: string }
  theme?: { color?: string }
  modal?: { ondismiss?: () => void }
  handler?: (payment: Record<string, string>) => void
}

/**
 * Defines `window.Razorpay` with the surface of the provider's own checkout, in a dialog where one
 * decides what becomes of the payment. It runs in the page as a script of its own: nothing outside of
 * this function is there. Styles are adopted, because a Content-Security-Policy forbids style elements.
 * Source: https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/
 */
export function installCheckout(): void {
  const styles = `
    .sandbox-checkout { --ink: #12172b; --ink-2: #4b5470; --surface: #fff; --sunken: #f0f2f8;
      --line: #d3d9e7; --bad: #c02b3b; --bad-bg: #fdecee; --warn: #875503; --warn-bg: #fff3dc;
      box-sizing: border-box; position: fixed; inset: 0; margin: auto; padding: 0; border: 0;
      width: min(416px, calc(100vw - 32px)); height: fit-content; max-height: calc(100dvh - 32px);
      overflow: auto; border-radius: 20px; background: var(--surface); color: var(--ink);
      font: 400 15px/22px "Inter Variable", system-ui, sans-serif;
      box-shadow: 0 1px 2px rgb(18 23 43 / 0.08), 0 32px 64px -24px rgb(18 23 43 / 0.5); }
    .dark .sandbox-checkout { --ink: #eef1fb; --ink-2: #b3bdd6; --surface: #19223c;
      --sunken: #222c49; --line: #2e3a5d; --bad: #ff8591; --bad-bg: #3a1822; --warn: #f6c15b;
      --warn-bg: #33270f; color-scheme: dark; }
    .sandbox-checkout * { box-sizing: border-box; }
    .sandbox-checkout::backdrop { background: rgb(11 15 30 / 0.55); }
    .sandbox-checkout-head { position: relative; padding: 24px 64px 24px 24px;
      background: var(--theme); color: var(--on-theme); }
    .sandbox-checkout-head h2 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 650;
      letter-spacing: -0.02em; overflow-wrap: anywhere; }
    .sandbox-checkout-head p { margin: 2px 0 0; overflow-wrap: anywhere; }
    .sandbox-checkout .sandbox-checkout-price { margin-top: 14px; min-height: 28px; font-size: 20px;
      line-height: 28px; font-weight: 650; font-variant-numeric: tabular-nums; }
    .sandbox-checkout-body { display: grid; gap: 12px; padding: 24px; }
    .sandbox-checkout-body p { margin: 0; overflow-wrap: anywhere; }
    .sandbox-checkout-note { padding: 10px 14px; border-radius: 11px; font-size: 14px;
      line-height: 20px; background: var(--warn-bg); color: var(--warn); }
    .sandbox-checkout-problem { padding: 10px 14px; border-radius: 11px; font-size: 14px;
      line-height: 20px; background: var(--bad-bg); color: var(--bad); }
    .sandbox-checkout-problem:empty { display: none; }
    .sandbox-checkout-buyer { color: var(--ink-2); font-size: 14px; line-height: 20px; }
    .sandbox-checkout button { appearance: none; border: 0; border-radius: 11px; min-height: 46px;
      padding: 0 20px; font: inherit; font-weight: 600; color: inherit; cursor: pointer;
      transition: filter 150ms ease-out; }
    .sandbox-checkout button:hover { filter: brightness(0.94); }
    .sandbox-checkout button:active { filter: brightness(0.88); }
    .sandbox-checkout button:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
    .sandbox-checkout button:disabled { opacity: 0.55; cursor: not-allowed; filter: none; }
    .sandbox-checkout button[aria-busy] { opacity: 1; }
    .sandbox-checkout .sandbox-checkout-pay { background: var(--theme); color: var(--on-theme); }
    .sandbox-checkout .sandbox-checkout-fail { background: transparent;
      box-shadow: inset 0 0 0 1px var(--line); }
    .sandbox-checkout .sandbox-checkout-fail:hover { background: var(--sunken); filter: none; }
    .sandbox-checkout .sandbox-checkout-close { position: absolute; top: 14px; right: 14px;
      width: 44px; min-height: 44px; padding: 0; background: transparent; color: inherit;
      font-size: 24px; line-height: 1; font-weight: 400; }
    .sandbox-checkout .sandbox-checkout-close:focus-visible { outline-color: currentColor;
      outline-offset: -4px; }
    @media (prefers-reduced-motion: reduce) { .sandbox-checkout button { transition: none; } }`

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

  /** White or black, whichever is easier to read. Source: WCAG 2.2, "relative luminance". */
  function textColourOn(colour: string): string {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/gi) ?? []).map((pair) => {
      const share = Number.parseInt(pair, 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? '#fff' : '#000'
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
      const colour = /^#[\da-f]{6}$/i.test(theme.color ?? '') ? (theme.color ?? '') : '#4F61FF'

      const title = element('h2', '', name || 'Checkout')
      title.id = 'sandbox-checkout-title'
      const price = element('p', 'price')
      const problem = element('p', 'problem')
      problem.setAttribute('role', 'alert')
      const pay = button('pay', 'Pay now', () => void settle())
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
          fail,
        ),
      )
      dialog.className = 'sandbox-checkout'
      dialog.setAttribute('aria-labelledby', title.id)
      dialog.style.setProperty('--theme', colour)
      dialog.style.setProperty('--on-theme', textColourOn(colour))
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault()
        if (!pay.disabled) this.close()
      })

      const settle = async () => {
        const controls = [pay, fail, close]
        for (const control of controls) control.disabled = true
        pay.setAttribute('aria-busy', 'true')
        pay.textContent = 'Paying…'
        problem.textContent = ''
        try {
          const payment = await this.pay()
          this.remove()
          this.options.handler?.(payment)
        } catch (error) {
          for (const control of controls) control.disabled = false
          pay.removeAttribute('aria-busy')
          pay.textContent = 'Pay now'
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

    /** @returns what is charged, and how often; nothing where that can't be had: one can pay anyway. */
    async price(): Promise<string> {
      const id = encodeURIComponent(this.options.subscription_id ?? '')
      try {
        const response = await fetch(`/sandbox/price?subscription_id=${id}`)
        const { amount, currency, interval } = (await response.json()) as Record<string, string>
        if (!response.ok || !currency) return ''
        const format = new Intl.NumberFormat(undefined, { style: 'currency', currency })
        const { maximumFractionDigits = 2 } = format.resolvedOptions()
        const charged = format.format(Number(amount) / 10 ** maximumFractionDigits)
        return `${charged} ${currency} ${interval === 'yearly' ? 'a year' : 'a month'}`
      } catch {
        return ''
      }
    }

    /** Closes the dialog; for the page, the buyer has dismissed it. */
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

    async pay(): Promise<Record<string, string>> {
      const response = await fetch('/sandbox/pay', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ subscription_id: this.options.subscription_id ?? '' }),
      })
      const answer = (await response.json()) as Record<string, string>
      if (!response.ok) throw new Error(answer.message)
      return answer
    }
  }

  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  Object.assign(window, { Razorpay: Checkout })
}
