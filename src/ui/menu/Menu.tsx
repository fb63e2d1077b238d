import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { type ReactNode, type Ref, useCallback, useImperativeHandle } from 'react'
import { classNames } from '../class-names'

/** The props that a `MenuButton` passes to its menu. */
export interface MenuWiring {
  /** The button that opens, names and positions the menu. The focus returns to it. */
  button: HTMLButtonElement
  onClose: () => void
}

interface MenuProps extends MenuWiring {
  /** `MenuItem`s and `MenuSeparator`s. Screen readers skip other content. */
  children: ReactNode
}

/**
 * An open menu, which a `MenuButton` loads late. It covers the page and its toasts, below the button's end or,
 * at the window's edge, above it. A click elsewhere closes it, even in a frame.
 */
export function Menu({ button, onClose, children }: MenuProps) {
  const focusFirstItem = useCallback(
    (menu: HTMLElement | null) => {
      // Keyboard users start at the first item. Radix would notice the keyboard only at the next key.
      if (!button.matches(':focus-visible')) return
      menu?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
    },
    [button],
  )
  return (
    // A modal menu would inject styles, which the Content-Security-Policy forbids.
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <ExistingElement element={button} />
      </DropdownMenu.Trigger>
      {/* Rendered in its button's landmark, and unmounted with it. */}
      <DropdownMenu.Portal container={button.closest<HTMLElement>('header, main')}>
        <DropdownMenu.Content
          ref={focusFirstItem}
          id={`${button.id}-menu`}
          aria-labelledby={button.id}
          align="end"
          sideOffset={8}
          collisionPadding={8}
          loop
          onInteractOutside={(event) => {
            // A click on the button closes the menu. If the menu closed here, that click would open it again.
            if (button.contains(event.target as Node)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Another element or a new page may already have the focus.
            if (document.activeElement === document.body) {
              button.focus({ preventScroll: true })
            }
          }}
          onKeyDownCapture={(event) => {
            if (event.key !== 'Tab') return
            // Radix would block Tab. The focus moves on from the button.
            event.stopPropagation()
            button.focus()
            onClose()
          }}
          // On phones the top bar ignores the pointer.
          className="pointer-events-auto z-40 w-max max-w-72 min-w-56 max-h-(--radix-dropdown-menu-content-available-height) origin-(--radix-dropdown-menu-content-transform-origin) overflow-y-auto rounded-14 bg-raised p-1.5 shadow-pop forced-colors:border transition-[opacity,scale] starting:scale-97 starting:opacity-0 print:hidden"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Passes an existing element to Radix as its trigger. */
function ExistingElement({ ref, element }: { ref?: Ref<Element>; element: Element }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}

interface MenuItemProps extends Omit<DropdownMenu.DropdownMenuItemProps, 'className'> {
  danger?: boolean
}

/** An item of a menu. Calls `onSelect` and closes the menu. With `asChild`, its only child, a link, is the item. */
export function MenuItem({ danger = false, ...props }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      {...props}
      className={classNames(
        'flex min-h-9 w-full cursor-pointer items-center gap-3 rounded-8 px-2.5 py-2 font-medium outline-none select-none data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-accent data-highlighted:outline-solid data-disabled:cursor-not-allowed data-disabled:opacity-55 pointer-coarse:min-h-11 [&>svg]:size-[18px] [&>svg]:shrink-0',
        danger ? 'text-bad' : 'text-ink-2 data-highlighted:text-ink',
      )}
    />
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
}
