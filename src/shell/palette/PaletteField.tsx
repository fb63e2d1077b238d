import { Search, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { keyClasses } from './key-classes'

interface PaletteFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  onClose: () => void
}

export function PaletteField({ onClose, ...input }: PaletteFieldProps) {
  return (
    <div className="flex items-center gap-3 border-b border-edge ps-5 pe-2">
      <Search className="size-[18px] shrink-0 text-ink-3" />
      <input
        {...input}
        type="text"
        aria-label="Search"
        placeholder="Search..."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        className="h-14 min-w-0 flex-1 bg-transparent text-16 text-ink outline-none -outline-offset-2 placeholder:text-ink-3"
      />
      <button
        type="button"
        aria-label="Close search"
        onClick={onClose}
        className="grid h-10 min-w-10 shrink-0 place-items-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      >
        <X className="size-[18px] sm:pointer-fine:hidden" />
        <kbd className={`hidden sm:pointer-fine:grid ${keyClasses}`}>Esc</kbd>
      </button>
    </div>
  )
}
