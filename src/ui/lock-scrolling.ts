/**
 * Keeps the page under a dialog from scrolling. Where the scrollbar takes room, padding takes its
 * place: nothing jumps, and the dialog's scrim covers it.
 * @returns a function that lets it scroll again.
 */
export function lockScrolling(): () => void {
  const { documentElement: root } = document
  const scrollbarWidth = window.innerWidth - root.clientWidth
  root.style.overflow = 'hidden'
  root.style.paddingInlineEnd = `${scrollbarWidth}px`
  return () => {
    root.style.overflow = ''
    root.style.paddingInlineEnd = ''
  }
}
