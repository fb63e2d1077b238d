import { useLayoutEffect, useRef } from 'react'
import { AnnouncedText } from '../../ui/AnnouncedText'
import { CommandList } from './CommandList'
import { PaletteField } from './PaletteField'
import { useCommandSearch } from './use-command-search'

interface PaletteSearchProps {
  isAdmin: boolean
  /** What was typed before this loaded. */
  initialQuery: string
  close: () => void
}

/** The open palette's content: finds and runs commands (D22). */
export function PaletteSearch({ isAdmin, initialQuery, close }: PaletteSearchProps) {
  const { found, active, setActive, run, typed, listId, optionId, inputProps } = useCommandSearch(
    isAdmin,
    initialQuery,
    close,
  )
  const field = useRef<HTMLInputElement>(null)
  // It replaces the field that had the focus.
  useLayoutEffect(() => field.current?.focus(), [])

  return (
    <>
      <PaletteField {...inputProps} ref={field} onClose={close} />
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
