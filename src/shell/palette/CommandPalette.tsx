import { useState } from 'react'
import { useLazyComponent } from '../../lib/use-lazy-component'
import { Button } from '../../ui/Button'
import { LoadingText } from '../../ui/LoadingText'
import { PaletteField } from './PaletteField'

/** Loads the search: for its first use, which may be before the palette opens. */
export const importSearch = () => import('./PaletteSearch').then((module) => module.PaletteSearch)

/** The open palette. It shows before its search has loaded, and takes what is typed meanwhile. */
export function CommandPalette({ isAdmin, close }: { isAdmin: boolean; close: () => void }) {
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
