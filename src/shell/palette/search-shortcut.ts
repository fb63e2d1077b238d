/** Whether a key opens the search: Ctrl K or ⌘ K (D72). */
export function isSearchShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  if (event.defaultPrevented || event.isComposing || event.repeat) return false
  return (ctrlKey || metaKey) && !shiftKey && !altKey && event.key.toLowerCase() === 'k'
}
