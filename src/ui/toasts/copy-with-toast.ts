import { showToast } from './toast'

/**
 * Copies a text to the clipboard and shows the result. Call it in a click or key handler.
 * @param name of the text, as a sentence begins: 'Link'.
 */
export async function copyWithToast(name: string, text: string): Promise<void> {
  try {
    await copyText(text)
  } catch (error) {
    const failure = `Failed to copy the ${name.toLowerCase()}.`
    console.error(failure, error)
    return showToast('error', failure)
  }
  showToast('success', `${name} copied to clipboard!`)
}

/**
 * Copies a text to the clipboard. Call it in a click or key handler.
 * @throws when the browser doesn't allow it.
 */
export async function copyText(text: string): Promise<void> {
  // Browsers have no Clipboard API on plain http, except on loopback hosts.
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else copyThroughSelection(text)
}

/** Copies through the selection of a field, where the Clipboard API is missing. */
function copyThroughSelection(text: string): void {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  // Invisible, and selectable without scrolling the page.
  field.style.cssText = 'position: fixed; inset-block-start: 0; opacity: 0'
  document.body.append(field)
  try {
    field.focus({ preventScroll: true })
    field.select()
    if (!document.execCommand('copy')) throw new Error('The browser did not copy')
  } finally {
    field.remove()
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  }
}
