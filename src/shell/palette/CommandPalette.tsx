import { type ComponentType, useState } from 'react'
import { Button } from '../../ui/Button'
import { ModalDialog } from '../../ui/dialogs/ModalDialog'
import { LoadingText } from '../../ui/LoadingText'
import { PaletteField } from './PaletteField'
import type { PaletteSearch } from './PaletteSearch'

interface CommandPaletteProps {
  /** The search; undefined until it has loaded. */
  Search: ComponentType<Parameters<typeof PaletteSearch>[0]> | undefined
  /** Whether it failed to load. */
  hasFailed: boolean
  onTryAgain: () => Promise<unknown>
  isAdmin: boolean
  open: boolean
  onClose: () => void
}

/** The palette. It opens before its search has loaded, and takes what is typed meanwhile. */
export function CommandPalette({ open, onClose, ...rest }: CommandPaletteProps) {
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      scrimCloses
      aria-label="Search"
      className="mx-auto mt-4 mb-0 w-[calc(100vw-32px)] max-w-[560px] overflow-hidden rounded-card border border-line bg-raised text-ink shadow-card transition-[opacity,scale] backdrop:bg-[rgb(11_15_30/0.5)] sm:mt-[12vh] starting:open:scale-98 starting:open:opacity-0"
    >
      {open && <PaletteContent {...rest} close={onClose} />}
    </ModalDialog>
  )
}

interface PaletteContentProps extends Omit<CommandPaletteProps, 'open' | 'onClose'> {
  close: () => void
}

/** Mounts at each opening, with fresh state. */
function PaletteContent({ Search, hasFailed, onTryAgain, isAdmin, close }: PaletteContentProps) {
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
            <Button look="secondary" onClick={() => void onTryAgain()}>
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
