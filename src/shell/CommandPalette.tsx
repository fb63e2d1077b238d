import { Search, X } from 'lucide-react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { CommandList } from './CommandList'
import { lockScrolling } from './lock-scrolling'
import { useCommandSearch } from './use-command-search'

interface CommandPaletteProps {
  isAdmin: boolean
  open: boolean
  onClose: () => void
  onCopyOrganisationLink: (slug: string) => void
  onSignOut: () => void
}

/**
 * Finds and does what the user may do (D22). A native dialog keeps the focus inside, closes on
 * Escape and gives the focus back (D18).
 */
export function CommandPalette({ open, onClose, ...options }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    const unlock = lockScrolling()
    return () => {
      unlock()
      element.close()
    }
  }, [open])

  function closeOnScrim(event: MouseEvent) {
    // The content fills the dialog, so what hits the dialog itself hit the scrim around it.
    if (event.target === event.currentTarget) dialog.current?.close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape, of the dialog itself
    <dialog
      ref={dialog}
      aria-label="Search"
      onClose={() => {
        // Strict mode closes and opens it again before this is heard.
        if (!dialog.current?.open) onClose()
      }}
      onClick={closeOnScrim}
      className="mx-auto mt-4 mb-0 w-[calc(100vw-2rem)] max-w-[560px] overflow-hidden rounded-card border border-line bg-raised text-ink shadow-card transition-[opacity,scale] backdrop:bg-[rgb(11_15_30/0.5)] sm:mt-[12vh] starting:open:scale-98 starting:open:opacity-0"
    >
      {open && <PaletteContent {...options} close={() => dialog.current?.close()} />}
    </dialog>
  )
}

interface PaletteContentProps extends Omit<CommandPaletteProps, 'open' | 'onClose'> {
  close: () => void
}

/** Mounted with each opening, so that each starts afresh. */
function PaletteContent({ close, ...options }: PaletteContentProps) {
  const { found, active, setActive, run, typed, listId, optionId, inputProps } = useCommandSearch(
    options,
    close,
  )
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line ps-4.5 pe-2">
        <Search className="size-[18px] shrink-0 text-ink-3" aria-hidden="true" />
        <input
          {...inputProps}
          type="text"
          aria-label="Search"
          placeholder="Search..."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          className="h-14 min-w-0 flex-1 bg-transparent text-15 text-ink outline-none placeholder:text-ink-3 pointer-coarse:text-16"
        />
        <button
          type="button"
          aria-label="Close search"
          onClick={close}
          className="grid size-10 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
        >
          <X className="size-[18px]" aria-hidden="true" />
        </button>
      </div>
      <p role="status" className="sr-only">
        {found.length === 1 ? '1 result' : `${found.length} results`}
      </p>
      {found.length > 0 ? (
        <CommandList
          id={listId}
          commands={found}
          active={active}
          optionId={optionId}
          onPoint={setActive}
          onChoose={run}
        />
      ) : (
        <p className="px-6 py-12 text-center text-14 wrap-anywhere text-ink-2">
          Nothing found for “{typed.trim()}”.
        </p>
      )}
      <p
        aria-hidden="true"
        className="flex gap-5 border-t border-line px-4.5 py-2.5 text-12 text-ink-3 pointer-coarse:hidden"
      >
        <span>↑ ↓ to move</span>
        <span>↵ to open</span>
        <span>Esc to close</span>
      </p>
    </>
  )
}
