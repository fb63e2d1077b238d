import { showToast } from './toast'

/**
 * Copies a text to the clipboard and shows the result. Call it in a click or key handler.
 * @param name of the text, as a sentence begins: 'Link'.
 */
export async function copyWithToast(name: string, text: string): Promise<void> {
  try {
    // Browsers have no Clipboard API on plain http, except on loopback hosts.
    await navigator.clipboard.writeText(text)
  } catch (error) {
    const failure = `Failed to copy the ${name.toLowerCase()}.`
    console.error(failure, error)
    return showToast('error', failure)
  }
  showToast('success', `${name} copied to clipboard!`)
}
