import { beginOf, boxPressed } from '../../lib/presses'

/** How long a dialog is seen before it takes a press, in ms (D115). */
const firstLook = 500
/** The least distance to what was pressed, and to the window's edges, in px. */
const distance = 16

/**
 * Keeps a dialog that has just opened from presses that weren't meant for it: it takes none that began before it was
 * seen for a moment, and what confirms lies nowhere near the control that asked.
 * @returns a function that undoes it, for when the dialog closes.
 */
export function takeTime(dialog: HTMLDialogElement): () => void {
  let takesFrom = Infinity
  const dropEarlyClick = (event: MouseEvent) => {
    if (!event.isTrusted || beginOf(event) >= takesFrom) return
    event.preventDefault()
    event.stopPropagation()
  }
  dialog.addEventListener('click', dropEarlyClick, { capture: true })

  const confirming = confirmingButtons(dialog)
  for (const button of confirming) button.ariaDisabled = 'true'
  // Nothing is seen before the next frame.
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    takesFrom = performance.now() + firstLook
    timer = setTimeout(() => {
      for (const button of confirming) button.ariaDisabled = null
    }, firstLook)
  })

  const box = boxPressed()
  if (box) moveAway(dialog, confirming, box)
  const stay = () => dialog.style.removeProperty('margin-block')
  window.addEventListener('resize', stay, { once: true })
  return () => {
    dialog.removeEventListener('click', dropEarlyClick, { capture: true })
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    window.removeEventListener('resize', stay)
  }
}

/** @returns all its buttons but the last, which changes nothing (D105), and those that belong to a field. */
function confirmingButtons(dialog: HTMLDialogElement): HTMLButtonElement[] {
  return [...dialog.querySelectorAll<HTMLButtonElement>('button:not([aria-controls])')].slice(0, -1)
}

/** Moves a dialog up or down, by as little as it takes, until none of the buttons is at the box. */
function moveAway(
  dialog: HTMLDialogElement,
  buttons: readonly HTMLButtonElement[],
  box: DOMRect,
): void {
  const boxes = buttons.map((button) => button.getBoundingClientRect())
  const top = Math.min(...boxes.map((one) => one.top))
  const bottom = Math.max(...boxes.map((one) => one.bottom))
  const isBeside = boxes.every(({ left, right }) => right <= box.left || left >= box.right)
  if (isBeside || bottom <= box.top || top >= box.bottom) return
  const { offsetTop, offsetHeight } = dialog
  const [down, up] = [box.bottom + distance - top, box.top - distance - bottom]
  const [best] = [down, up]
    .filter((by) => {
      const start = offsetTop + by
      return start >= distance && start + offsetHeight <= window.innerHeight - distance
    })
    .sort((one, other) => Math.abs(one) - Math.abs(other))
  if (best !== undefined) dialog.style.marginBlock = `${offsetTop + best}px auto`
}
