import { demoPassword, demoPeople } from '../server/demo/demo'
import styles from './demo-accounts.css?inline'
import { element } from './element'

/**
 * Lists the demo accounts on the sign-in page. A click fills in the form and focuses its button.
 * React doesn't manage the contents, which may exist before it hydrates the page.
 */
class DemoAccounts extends HTMLElement {
  connectedCallback(): void {
    if (this.shadowRoot) return
    this.attachShadow({ mode: 'open' }).append(
      element('style', {}, styles),
      element(
        'section',
        { 'aria-label': 'Demo accounts' },
        element('p', {}, 'This is a demo. Sign in as one of these:'),
        ...demoPeople.map(({ email, role }) => {
          const button = element(
            'button',
            { type: 'button' },
            element('strong', {}, email),
            ' ',
            element('span', {}, role),
          )
          button.addEventListener('click', () => this.fillIn({ email, password: demoPassword }))
          return button
        }),
      ),
    )
  }

  private fillIn(values: Readonly<Record<string, string>>): void {
    const form = this.closest('form')
    for (const [name, value] of Object.entries(values)) {
      const field = form?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = value
    }
    form?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus()
  }
}

/** Makes every `<demo-accounts>` of the app show its list (`src/auth/SignIn.tsx`). */
export function showDemoAccounts(): void {
  customElements.define('demo-accounts', DemoAccounts)
}
