/** Fields in which a slash is text; a tick box is none. */
const textFields =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Whether a key asks for the search: Ctrl K, ⌘ K, and `/` where it isn't being typed (D22). */
export function isSearchShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return false
  const withCommand = event.ctrlKey || event.metaKey
  if (withCommand) return !event.shiftKey && event.key.toLowerCase() === 'k'
  // With or without Shift: some keyboards need it for the slash.
  return event.key === '/' && !(event.target instanceof Element && event.target.closest(textFields))
}
