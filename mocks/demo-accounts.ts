import { demoPassword, demoPeople } from '../server/demo'
import styles from './demo-accounts.css?inline'
import { element } from './element'

/**
 * Says on the sign-in page whom one can sign in as. A click fills the form in, and leads to its button.
 * What is in it is out of React's sight: it may be there before React takes the page over.
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

/** Lets every `<demo-accounts>` of the app show what is in it (`src/auth/SignIn.tsx`). */
export function showDemoAccounts(): void {
  customElements.define('demo-accounts', DemoAccounts)
}
