import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'

interface MenuProps {
  id: string
  label: string
  /** What has opened the menu, stands right before it and gets the focus back. */
  button: RefObject<HTMLElement | null>
  onClose: () => void
  /** Links and buttons among them have the role `menuitem` and the `tabIndex` -1. */
  children: ReactNode
}

/**
 * An open menu, below the end of its button; what stands around both is `relative`. The keyboard does
 * as in the ARIA Authoring Practices' menu button: arrows, Home, End and first letters move, Escape
 * closes, Tab goes on from the button.
 */
export function Menu({ id, label, button, onClose, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const opener = button.current
    // A pointer's user sees where they are; the keyboard's is taken to the first item.
    if (opener?.matches(':focus-visible')) itemsOf(menu.current)[0]?.focus()
    else menu.current?.focus({ preventScroll: true })
    return () => {
      // Whatever else was clicked, or the page that was opened, has taken the focus: let it be.
      queueMicrotask(() => {
        if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
      })
    }
  }, [button])

  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (!(target instanceof Node) || menu.current?.contains(target)) return
      // The button closes it by itself; closing it here would let its click reopen it.
      if (!button.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', closeFromOutside)
    document.addEventListener('focusin', closeFromOutside)
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside)
      document.removeEventListener('focusin', closeFromOutside)
    }
  }, [button, onClose])

  function press(event: KeyboardEvent) {
    const { key } = event
    const items = itemsOf(menu.current)
    const at = items.indexOf(document.activeElement as HTMLElement)
    if (key === 'Escape' || key === 'Tab') {
      button.current?.focus()
      return onClose()
    }
    if (key === ' ') {
      event.preventDefault()
      return items[at]?.click()
    }
    const move = moves[key]
    const next = move ? items[move(at, items.length)] : startingWith(event, items, at)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  function follow({ target, pointerType }: PointerEvent) {
    if (pointerType === 'touch' || !(target instanceof Element)) return
    const item = target.closest<HTMLElement>('[role="menuitem"]') ?? menu.current
    if (item !== document.activeElement) item?.focus({ preventScroll: true })
  }

  return (
    <div
      ref={menu}
      id={id}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={press}
      onPointerMove={follow}
      onPointerLeave={(event) => event.pointerType !== 'touch' && menu.current?.focus()}
      className="absolute end-0 top-full z-40 mt-2 max-h-[calc(100dvh-6rem)] w-64 origin-top overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-card transition-[opacity,scale] outline-none starting:scale-97 starting:opacity-0"
    >
      {children}
    </div>
  )
}

/** Where each key moves to, from the item with the focus, or -1 where none has it. */
const moves: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at < 0 ? count - 1 : (at - 1 + count) % count),
  Home: () => 0,
  PageUp: () => 0,
  End: (_at, count) => count - 1,
  PageDown: (_at, count) => count - 1,
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
}

/** @returns the next item after the one at `at` that begins with the letter that was pressed. */
function startingWith(
  { key, ctrlKey, altKey, metaKey }: KeyboardEvent,
  items: HTMLElement[],
  at: number,
): HTMLElement | undefined {
  if (key.length !== 1 || ctrlKey || altKey || metaKey) return undefined
  const letter = key.toLocaleLowerCase()
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.trim().toLocaleLowerCase().startsWith(letter),
  )
}
