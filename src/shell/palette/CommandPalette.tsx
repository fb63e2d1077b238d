import { Search, X } from 'lucide-react'
import { AnnouncedText } from '../../ui/AnnouncedText'
import { ModalDialog } from '../../ui/dialogs/ModalDialog'
import { CommandList } from './CommandList'
import { useCommandSearch } from './use-command-search'

interface CommandPaletteProps {
  isAdmin: boolean
  open: boolean
  onClose: () => void
}

/** Finds and does what the user may do (D22). */
export function CommandPalette({ isAdmin, open, onClose }: CommandPaletteProps) {
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      scrimCloses
      aria-label="Search"
      className="mx-auto mt-4 mb-0 w-[calc(100vw-32px)] max-w-[560px] overflow-hidden rounded-card border border-line bg-raised text-ink shadow-card transition-[opacity,scale] backdrop:bg-[rgb(11_15_30/0.5)] sm:mt-[12vh] starting:open:scale-98 starting:open:opacity-0"
    >
      {open && <PaletteContent isAdmin={isAdmin} close={onClose} />}
    </ModalDialog>
  )
}

interface PaletteContentProps {
  isAdmin: boolean
  close: () => void
}

/** Mounted with each opening, so that each starts afresh. */
function PaletteContent({ isAdmin, close }: PaletteContentProps) {
  const { found, active, setActive, run, typed, listId, optionId, inputProps } = useCommandSearch(
    isAdmin,
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
        <AnnouncedText>{found.length === 1 ? '1 result' : `${found.length} results`}</AnnouncedText>
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
