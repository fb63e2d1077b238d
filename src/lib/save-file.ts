/** How long the browser may take to begin reading a file, in ms. */
const patience = 60_000

/**
 * Lets the browser save a text as a file, in answer to a click or a key.
 * @param type its media type, such as `text/csv`.
 */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), patience)
}
