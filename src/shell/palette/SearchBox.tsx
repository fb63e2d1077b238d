import { Search as SearchIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLazyComponent } from '../../lib/use-lazy-component'
import { Button } from '../../ui/Button'
import { classNames } from '../../ui/class-names'
import { ModalDialog } from '../../ui/dialogs/ModalDialog'
import { LoadingText } from '../../ui/LoadingText'
import { keyClasses } from './key-classes'
import { PaletteField } from './PaletteField'

interface SearchBoxProps {
  /** Whether the button is hidden. The shortcuts still work. */
  hidden: boolean | undefined
  isAdmin: boolean
}

/** A button that looks like a search box and opens the palette, as Ctrl K and ⌘ K do. */
export function SearchBox({ hidden, isAdmin }: SearchBoxProps) {
  const { load } = useLazyComponent(importSearch)
  const { code: Shortcuts } = useLazyComponent(importShortcuts)
  const [open, setOpen] = useState(false)
  // The button is also prerendered, by a Node that may have no navigator.
  const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent)

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!isSearchShortcut(event)) return
      // Another dialog is waiting for an answer.
      if (!open && document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(!open)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])

  return (
    <>
      {Shortcuts && <Shortcuts isAdmin={isAdmin} />}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        onPointerEnter={load}
        onFocus={load}
        className={classNames(
          'flex size-10 shrink-0 items-center justify-center gap-2.5 rounded-control border border-line-2 bg-surface text-ink-2 transition-[opacity,visibility] hover:border-edge hover:text-ink active:bg-sunken pointer-coarse:size-11 sm:w-[14rem] sm:justify-start sm:ps-3.25 sm:pe-2.5 sm:text-ink-3 lg:w-[18.75rem] sm:pointer-coarse:w-[14rem] lg:pointer-coarse:w-[18.75rem]',
          // Stays visible while it has keyboard focus.
          hidden && 'invisible opacity-0 focus-visible:visible focus-visible:opacity-100',
        )}
      >
        <SearchIcon className="size-[18px] shrink-0 sm:size-4" />
        <span className="max-sm:sr-only">Search...</span>
        <span aria-hidden="true" className={`ms-auto hidden sm:pointer-fine:grid ${keyClasses}`}>
          {isApple ? '⌘K' : 'Ctrl K'}
        </span>
      </button>
      <ModalDialog
        open={open}
        onClose={() => setOpen(false)}
        aria-label="Search"
        className="mx-auto mt-2 mb-0 w-[calc(100vw-16px)] max-w-160 overflow-hidden rounded-[18px] bg-raised text-ink shadow-pop forced-colors:border transition-[opacity,scale] backdrop:bg-scrim sm:mt-24 starting:open:scale-98 starting:open:opacity-0"
      >
        {open && <CommandPalette isAdmin={isAdmin} close={() => setOpen(false)} />}
      </ModalDialog>
    </>
  )
}

/** Whether a key opens the search: Ctrl K or ⌘ K. */
function isSearchShortcut(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = event
  if (event.defaultPrevented || event.isComposing || event.repeat) return false
  return (ctrlKey || metaKey) && !shiftKey && !altKey && event.key.toLowerCase() === 'k'
}

/** Loads the search before its first use, which may be before the palette opens. */
const importSearch = () => import('./PaletteSearch').then((module) => module.PaletteSearch)

const importShortcuts = () => import('./Shortcuts').then((module) => module.default)

/** The open palette. It shows before its search has loaded, and keeps the text typed meanwhile. */
function CommandPalette({ isAdmin, close }: { isAdmin: boolean; close: () => void }) {
  const { code: Search, load, hasFailed } = useLazyComponent(importSearch, 'now')
  const [typed, setTyped] = useState('')
  if (Search) return <Search isAdmin={isAdmin} initialQuery={typed} close={close} />
  return (
    <>
      <PaletteField
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onClose={close}
      />
      <div className="flex flex-wrap items-center justify-center gap-x-5 gap-y-3 px-6 py-12">
        {hasFailed ? (
          <>
            <p role="alert" className="text-14 text-ink-2">
              The search could not be loaded.
            </p>
            <Button look="secondary" onClick={() => void load()}>
              Try again
            </Button>
          </>
        ) : (
          <LoadingText>Loading...</LoadingText>
        )}
      </div>
    </>
  )
}
