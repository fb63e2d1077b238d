import { now } from './server-clock'

/**
 * Has the browser save a file, named after a title and today: `team-2026-11-22.csv`.
 * @param extension without a dot.
 */
export function saveFile(title: string, extension: string, content: Blob): void {
  const today = new Date(now())
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
  const words = [title, ...day.map((number) => String(number).padStart(2, '0'))]
  saveAs(`${words.join('-').toLowerCase().replace(/\s+/g, '-')}.${extension}`, content)
}

/** Has the browser save a file. @param name with its extension. */
export function saveAs(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser reads the file after this returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
