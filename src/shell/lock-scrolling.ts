/**
 * Keeps the page under a dialog from scrolling, without a jump where scrollbars take room.
 * @returns a function that lets it scroll again.
 */
export function lockScrolling(): () => void {
  const { documentElement: root } = document
  if (root.scrollHeight <= root.clientHeight) return () => {}
  const takesRoom = window.innerWidth > root.clientWidth
  root.style.overflow = 'hidden'
  if (takesRoom) root.style.scrollbarGutter = 'stable'
  return () => {
    root.style.overflow = ''
    root.style.scrollbarGutter = ''
  }
}
