declare global {
  interface Window {
    /** Submits the form that was held until the app hydrated it. */
    releaseSubmit?: () => void
  }
}

/**
 * Holds a submission in a prerendered page until the app is interactive, which then submits it once.
 * Meanwhile the page looks busy (`src/design.css`).
 */
export function holdSubmit(): void {
  const page = document.documentElement
  let form: HTMLFormElement | null = null

  function hold(event: SubmitEvent) {
    event.preventDefault()
    event.stopImmediatePropagation()
    form = event.target as HTMLFormElement
    page.dataset.held = ''
  }

  document.addEventListener('submit', hold, true)
  window.releaseSubmit = () => {
    document.removeEventListener('submit', hold, true)
    delete window.releaseSubmit
    delete page.dataset.held
    // A form that React rendered anew has lost the input.
    if (form?.isConnected) form.requestSubmit()
  }
}
