/**
 * Puts a text on the clipboard, in answer to a click or a key.
 * @throws when the browser doesn't allow it.
 */
export async function copyText(text: string): Promise<void> {
  // Browsers have no Clipboard API on plain http, except on loopback hosts.
  if (navigator.clipboard) await navigator.clipboard.writeText(text)
  else copyThroughSelection(text)
}

/** The way before the Clipboard API: copies what is selected in a field. */
function copyThroughSelection(text: string): void {
  const { activeElement } = document
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  // Out of sight, and in reach of the selection without scrolling the page.
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
