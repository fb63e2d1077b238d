import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useLazyPopup } from '../../lib/use-lazy-component'
import type { MenuWiring } from './Menu'

interface MenuButtonProps<Code> extends Pick<ComponentProps<'button'>, 'className' | 'children'> {
  /** The accessible name of the button and its menu. */
  label: string
  /** The dynamic import of the menu; the same function at every render. */
  importMenu: () => Promise<Code>
  /** Draws the open menu with what was imported: a `Menu` that is handed the wiring. */
  menu: (code: Code, wiring: MenuWiring) => ReactNode
}

/**
 * A button that opens a menu. The menu's code comes later than the button: when the browser is idle or
 * the pointer or focus comes near, at the latest on the click, which then opens it as soon as it is
 * there. The button stays the same element.
 */
export function MenuButton<Code>(props: MenuButtonProps<Code>) {
  const { label, importMenu, menu, className, children } = props
  const { component: code, load, open, show } = useLazyPopup(importMenu)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const id = useId()

  function openWithArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    void show(true)
  }

  return (
    <>
      <button
        ref={setButton}
        id={id}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? `${id}-menu` : undefined}
        onClick={() => void show(!open)}
        onKeyDown={openWithArrow}
        onPointerEnter={load}
        onFocus={load}
        className={className}
      >
        {children}
      </button>
      {code && open && button && menu(code, { button, onClose: () => void show(false) })}
    </>
  )
}
