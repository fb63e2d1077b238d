import { pageState } from './page-state'

/*
 * What an impatient hand presses a second time does nothing (D115). A press changes what is under the hand, or has the
 * focus: a dialog opens, a row goes, a form is empty again. Whoever presses again at the same place, or with the same
 * key, doesn't mean what is there by then.
 */

/** How long a press is still part of the one before, in ms: slow double clicks took up to 600. */
const impatience = 700
/** How far apart presses of one place may be, in px: half a row of a list. */
const onePlace = 32
/** How long after a press its click comes, and what is its doing begins, in ms. */
const longestClick = 1_000

/** A pointer or a key that went down. */
interface Press {
  /** As events and `performance.now()` count, in ms. */
  at: number
  place: { x: number; y: number } | { key: string }
  control: Element | null
  /** Where that was in the window. */
  box: DOMRect | null
  /** Its click does nothing. */
  isImpatient: boolean
}

interface Hand {
  last: Press | null
  /** What an impatient press repeats. */
  first: Press | null
  /** Whether the first one has sent something. */
  hasActed: boolean
  /** Until when a press repeats it, in ms. */
  until: number
}

const hand = pageState<Hand>('hand', { last: null, first: null, hasActed: false, until: 0 })

function isSamePlace({ place: one }: Press, { place: other }: Press): boolean {
  if ('key' in one || 'key' in other) {
    return 'key' in one && 'key' in other && one.key === other.key
  }
  return Math.hypot(one.x - other.x, one.y - other.y) <= onePlace
}

/** Notices a press. A key that is impatient doesn't arrive at its control. */
function noticePress(event: PointerEvent | KeyboardEvent): void {
  // A script's event is nobody's hand.
  if (!event.isTrusted) return
  const { timeStamp: at, target } = event
  const isKey = event instanceof KeyboardEvent
  const control =
    target instanceof Element
      ? target.closest('button, a, summary, label, [role^="menuitem"]')
      : null
  const press: Press = {
    at,
    // Both keys press buttons.
    place: isKey
      ? { key: event.key === ' ' ? 'Enter' : event.key }
      : { x: event.clientX, y: event.clientY },
    control,
    box: control?.getBoundingClientRect() ?? null,
    isImpatient: false,
  }
  const { first, hasActed, until } = hand.get()
  // A key that is held down repeats its press.
  const isRepeated = first && isSamePlace(press, first) && (at < until || (isKey && event.repeat))
  const isMeantForAnother = first?.control && control !== first.control
  // Tab and letters press nothing.
  const canPress = !('key' in press.place) || press.place.key === 'Enter'
  press.isImpatient = Boolean(canPress && isRepeated && (hasActed || isMeantForAnother))
  const begun = press.isImpatient ? { first, hasActed } : { first: press, hasActed: false }
  hand.set({ ...begun, last: press, until: at + impatience })
  if (isKey && control && press.isImpatient) drop(event)
}

/** @returns the press that a click ends; null for one without, as assistive technology's. */
function pressOf({ timeStamp }: Event): Press | null {
  const { last } = hand.get()
  return last && timeStamp - last.at < longestClick ? last : null
}

/** Whoever types or scrolls meanwhile has moved on: what they press then is meant. */
function noticeOther(event: Event): void {
  // The event of a box that is ticked is a press's own.
  if (event.isTrusted && (event instanceof InputEvent || event instanceof WheelEvent)) {
    hand.set({ ...hand.get(), first: null, hasActed: false })
  }
}

function dropImpatientClick(event: MouseEvent): void {
  const press = event.isTrusted && pressOf(event)
  // Where two taps come at once, both presses come before the first one's click.
  if (press && (press.isImpatient || hand.get().hasActed)) drop(event)
}

function drop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Ignores the presses of impatient hands, on the whole page. Clicks activate all buttons, links and forms, also from
 * the keyboard; keys activate the items of menus.
 */
export function ignoreImpatientPresses(): void {
  for (const type of ['pointerdown', 'keydown'] as const) {
    window.addEventListener(type, noticePress, { capture: true })
  }
  for (const type of ['input', 'wheel'] as const) {
    window.addEventListener(type, noticeOther, { capture: true, passive: true })
  }
  window.addEventListener('click', dropImpatientClick, { capture: true })
}

/**
 * Says that something is being sent, which may be the doing of the last press.
 * @returns a function to call when that is done, and shows.
 */
export function pressActs(): () => void {
  const { first, last } = hand.get()
  const isItsDoing = last && !last.isImpatient && performance.now() - last.at < longestClick
  if (!isItsDoing) return () => {}
  hand.set({ ...hand.get(), hasActed: true })
  return () => {
    const now = hand.get()
    if (now.first === first) hand.set({ ...now, until: performance.now() + impatience })
  }
}

/** @returns when a click began, in ms. */
export function beginOf(click: Event): number {
  return pressOf(click)?.at ?? click.timeStamp
}

/** @returns where the control was, in the window, that has just been pressed; null: none was. */
export function boxPressed(): DOMRect | null {
  const { last } = hand.get()
  return last && performance.now() - last.at < longestClick ? last.box : null
}
