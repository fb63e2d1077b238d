import { Search as SearchIcon } from 'lucide-react'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useLazyComponent } from '../../lib/use-lazy-component'
import { classNames } from '../../ui/class-names'
import { CommandPalette } from './CommandPalette'

const importSearch = () => import('./PaletteSearch').then((module) => module.PaletteSearch)
const neverChanges = () => () => {}
const applePlatform = /Mac|iPhone|iPad/

interface SearchBoxProps {
  /** Hidden; the shortcuts still work. */
  hidden: boolean | undefined
  isAdmin: boolean
}

/** A button that looks like a search box and opens the palette, as Ctrl K and ⌘ K do (D22, D72). */
export function SearchBox({ hidden, isAdmin }: SearchBoxProps) {
  const { code: Search, load, hasFailed } = useLazyComponent(importSearch)
  const [open, setOpen] = useState(false)
  const shortcut = useSyncExternalStore(
    neverChanges,
    () => (applePlatform.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'),
    () => 'Ctrl K',
  )

  const show = useCallback(
    (wanted: boolean) => {
      setOpen(wanted)
      if (wanted) void load()
    },
    [load],
  )

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isSearchShortcut(event)) return
      // Another dialog is open and waits for an answer.
      if (!open && document.querySelector('dialog[open]')) return
      event.preventDefault()
      show(!open)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open, show])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => show(true)}
        onPointerEnter={load}
        onFocus={load}
        className={classNames(
          'flex size-10 shrink-0 items-center justify-center gap-3 rounded-control border border-line bg-surface text-ink-3 transition-[opacity,visibility] hover:border-line-2 hover:text-ink active:bg-sunken pointer-coarse:size-11 sm:w-[14rem] sm:justify-start sm:ps-3 sm:pe-2.5 lg:w-[18.75rem] sm:pointer-coarse:w-[14rem] lg:pointer-coarse:w-[18.75rem]',
          // Stays visible while it has the keyboard's focus.
          hidden && 'invisible opacity-0 focus-visible:visible focus-visible:opacity-100',
        )}
      >
        <SearchIcon className="size-[18px] shrink-0 text-ink-2 sm:size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">Search...</span>
        <span
          aria-hidden="true"
          className="ms-auto hidden rounded-6 border border-line px-1.5 py-px font-sans text-12 text-ink-3 sm:pointer-fine:block"
        >
          {shortcut}
        </span>
      </button>
      <CommandPalette
        Search={Search}
        hasFailed={hasFailed}
        onTryAgain={load}
        isAdmin={isAdmin}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** Whether a key opens the search: Ctrl K or ⌘ K (D72). */
export function isSearchShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  if (event.defaultPrevented || event.isComposing || event.repeat) return false
  return (ctrlKey || metaKey) && !shiftKey && !altKey && event.key.toLowerCase() === 'k'
}
