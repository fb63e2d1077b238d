import { flushSync } from 'react-dom'
import { bootStates } from './boot/boot-state'

/**
 * Renders the app in place of the prerendered page, at once, so that no frame is painted between them. Carries over the
 * user's typed texts, ticked boxes and focus, and sends the form that they submitted.
 * @param root the element that holds the prerendered page, and then the app.
 */
export function takeOver(root: HTMLElement, render: () => void): void {
  const inputs = [...root.querySelectorAll('input')]
  const submitted = bootStates.contains('boot-submit-held') ? root.querySelector('form') : null
  const { activeElement: focused } = document
  flushSync(render)
  for (const early of inputs) {
    const isChanged = early.value !== early.defaultValue || early.checked !== early.defaultChecked
    const input = isChanged && counterpartOf(early, root)
    if (!input) continue
    input.value = early.value
    input.checked = early.checked
    // Fields react to the event and keep the text.
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (focused instanceof HTMLElement && !focused.isConnected) counterpartOf(focused, root)?.focus()
  document.onsubmit = null
  bootStates.toggle('boot-submit-held', false)
  if (submitted) counterpartOf(submitted, root)?.requestSubmit()
}

/** Finds the app's element of the same kind and name as a prerendered one. */
function counterpartOf<Kind extends Element>(early: Kind, root: HTMLElement): Kind | undefined {
  const nameOf = (element: Element) =>
    element.getAttribute('name') ?? element.getAttribute('aria-label') ?? element.textContent
  const alike = [...root.querySelectorAll<Kind>(early.localName)]
  return alike.find((element) => nameOf(element) === nameOf(early))
}
