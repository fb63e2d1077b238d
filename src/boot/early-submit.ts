declare global {
  interface Window {
    /** Carries out what was submitted before the app was there; only where something may be. */
    releaseSubmit?: () => void
  }
}

/**
 * Holds what is submitted in a prerendered page before the app has taken it over. It is carried out
 * once, when the app is alive; until then the page says that it is busy (`src/design.css`).
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
    // What was drawn anew is no longer what was submitted.
    if (form?.isConnected) form.requestSubmit()
  }
}
