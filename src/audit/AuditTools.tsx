import { ChevronDown } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useDebounced } from '../lib/use-debounced'
import { Button } from '../ui/Button'
import { useFocusInBox } from '../ui/focus'
import { inputClasses } from '../ui/input-classes'
import { DownloadButton } from '../ui/table/DownloadButton'
import { FilterField } from '../ui/table/FilterField'
import { actionGroups, actionNames } from './audit-actions'
import type { AuditFilter } from './queries'
import { useAuditDownload } from './use-audit-download'

export interface AuditToolsProps {
  field: RefObject<HTMLInputElement | null>
  filter: AuditFilter
  onFilter: (changes: AuditFilter) => void
  hasEntries: boolean
}

/** Milliseconds without typing after which the server is asked. */
const delay = 300

/** Filters by text and by kind of action, and downloads the result. */
export function AuditTools({ field, filter, onFilter, hasEntries }: AuditToolsProps) {
  const { text = '', action = '' } = filter
  const [typed, setTyped] = useState(text)
  const settled = useDebounced(typed, delay)
  const [sentText, setSentText] = useState(text)
  const { progress, start, stop } = useAuditDownload(filter)

  useEffect(() => {
    // While they differ, the user is typing or the address has just changed.
    if (settled !== typed || settled === sentText) return
    setSentText(settled)
    onFilter({ text: settled || undefined })
  }, [settled, typed, sentText, onFilter])
  // A link may name an unknown action, which the server refuses.
  const isKnown = Object.hasOwn(actionNames, action)
  useEffect(() => {
    if (action && !isKnown) onFilter({ action: undefined })
  }, [action, isKnown, onFilter])
  // The address has changed, by a link or going back.
  const [shown, setShown] = useState(text)
  if (text !== shown) {
    setShown(text)
    if (text !== sentText) {
      setSentText(text)
      setTyped(text)
    }
  }

  const download = useRef<HTMLButtonElement>(null)
  // 'Stop' disappears with the end of the download.
  const box = useFocusInBox(() => download.current)

  if (progress) {
    return (
      <div {...box} className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <p role="status" className="text-12h text-ink-2 tabular-nums">
          {`${progress.count} entries${progress.pause ? `; ${progress.pause}` : ''}…`}
        </p>
        <Button look="secondary" autoFocus onClick={stop}>
          Stop
        </Button>
      </div>
    )
  }
  return (
    <div {...box} className="flex flex-wrap items-center gap-2.5 max-sm:w-full">
      <FilterField
        ref={field}
        aria-label="Filter the audit log"
        value={typed}
        maxLength={200}
        onType={setTyped}
      />
      <div className="relative max-sm:order-last max-sm:w-full print:hidden">
        <select
          aria-label="Kind of action"
          value={action}
          onChange={(event) => onFilter({ action: event.target.value || undefined })}
          className={`${inputClasses} appearance-none pe-9 font-medium sm:w-[10.5rem] sm:pointer-fine:min-h-10`}
        >
          <option value="">All actions</option>
          {Object.entries(actionGroups).map(([group, actions]) => (
            <optgroup key={group} label={group}>
              {Object.entries(actions).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-3" />
      </div>
      <DownloadButton ref={download} disabled={!hasEntries} onClick={() => void start()} />
    </div>
  )
}
