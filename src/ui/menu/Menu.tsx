import * as DropdownMenu from '@radix-ui/react-dropdown-menu'
import { type ReactNode, type Ref, useCallback, useImperativeHandle } from 'react'
import { classNames } from '../class-names'

/** What the button of a menu tells it. */
export interface MenuWiring {
  /** What has opened the menu, names it, stands above it and gets the focus back. */
  button: HTMLButtonElement
  onClose: () => void
}

interface MenuProps extends MenuWiring {
  /** Its width. */
  className: string
  /** `MenuItem`s and `MenuSeparator`s; other content is read out by nobody who goes by items. */
  children: ReactNode
}

/**
 * An open menu, to be loaded late by a `MenuButton`. It lies above the page and its toasts, below the end
 * of its button, or above it where the window ends. A click elsewhere closes it, one into a frame too.
 */
export function Menu({ button, onClose, className, children }: MenuProps) {
  const focusFirstItem = useCallback(
    (menu: HTMLElement | null) => {
      // A pointer's user sees where they are; the keyboard's is taken to the first item. Radix knows a
      // keyboard only by keys that came after it.
      if (!button.matches(':focus-visible')) return
      menu?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true })
    },
    [button],
  )
  return (
    // Modal, it would put styles into the page, which the Content-Security-Policy forbids.
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <ExistingElement element={button} />
      </DropdownMenu.Trigger>
      {/* In its button's landmark, and with it when that is taken out of the page. */}
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
            // The button closes it by itself; closing it here would let its click open it again.
            if (button.contains(event.target as Node)) event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Whatever else was clicked, or the page that was opened, has taken the focus: let it be.
            if (document.activeElement === document.body) {
              button.focus({ preventScroll: true })
            }
          }}
          onKeyDownCapture={(event) => {
            if (event.key !== 'Tab') return
            // Radix would stop it; it goes on from the button.
            event.stopPropagation()
            button.focus()
            onClose()
          }}
          className={classNames(
            // The page's bar lets on phones through what isn't meant for its buttons.
            'pointer-events-auto z-40 max-w-[calc(100vw-1rem)] max-h-(--radix-dropdown-menu-content-available-height) origin-(--radix-dropdown-menu-content-transform-origin) overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-card transition-[opacity,scale] starting:scale-97 starting:opacity-0 print:hidden',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Stands for an element that was there before, and stays. */
function ExistingElement({ ref, element }: { ref?: Ref<Element>; element: Element }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}

/**
 * Does what `onSelect` says, and closes the menu. `asChild`: its one child, a link, is the item. An icon
 * in it, 18 px wide, stands before the text.
 */
export function MenuItem(props: Omit<DropdownMenu.DropdownMenuItemProps, 'className'>) {
  return (
    <DropdownMenu.Item
      {...props}
      className="flex min-h-10 w-full cursor-pointer items-center gap-3 rounded-8 px-3 font-medium text-ink-2 outline-none select-none data-highlighted:bg-sunken data-highlighted:text-ink data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-accent data-highlighted:outline-solid data-disabled:cursor-not-allowed data-disabled:opacity-55 pointer-coarse:min-h-11 [&>svg]:size-[18px] [&>svg]:shrink-0"
    />
  )
}

/** A line between items that have little to do with each other. */
export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
}
