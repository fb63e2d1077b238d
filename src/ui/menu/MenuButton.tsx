import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useLazyComponent } from '../../lib/use-lazy-component'
import type { MenuWiring } from './Menu'

interface MenuButtonProps<Code> extends Pick<ComponentProps<'button'>, 'className' | 'children'> {
  /** The accessible name of button and menu. */
  label: string
  /** The dynamic import of the menu. Must be the same function at every render. */
  importMenu: () => Promise<Code>
  /** Renders the open menu from the import: a `Menu` with the wiring as props. */
  menu: (code: Code, wiring: MenuWiring) => ReactNode
}

/**
 * A button that opens a menu. The menu's code loads when the browser is idle, on hover, focus or click. The
 * button stays the same element.
 */
export function MenuButton<Code>(props: MenuButtonProps<Code>) {
  const { label, importMenu, menu, className, children } = props
  const { code, load } = useLazyComponent(importMenu)
  const [open, setOpen] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const id = useId()

  async function show(isOpen: boolean) {
    setOpen(isOpen)
    if (!(await load())) setOpen(false)
  }

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
