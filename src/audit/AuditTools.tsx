import { ListFilter } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { AuditAction } from '../../contract/audit-log'
import { Button } from '../ui/Button'
import { buttonClasses } from '../ui/button-classes'
import { useFocusInBox } from '../ui/focus'
import { DownloadButton } from '../ui/table/DownloadButton'
import { FilterField } from '../ui/table/FilterField'
import { auditGroups, auditKinds } from './audit-kinds'
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

export function AuditTools({ field, filter, onFilter, hasEntries }: AuditToolsProps) {
  const { text = '', action = '' } = filter
  const [typed, setTyped] = useState(text)
  const sent = useRef(text)
  const { progress, start, stop } = useAuditDownload(filter)

  useEffect(() => {
    if (typed === sent.current) return
    const timer = setTimeout(() => {
      sent.current = typed
      onFilter({ text: typed || undefined })
    }, delay)
    return () => clearTimeout(timer)
  }, [typed, onFilter])
  useEffect(() => {
    if (text === sent.current) return
    // The address has changed, by a link or going back.
    sent.current = text
    setTyped(text)
  }, [text])
  // A link may name an unknown action, which the server refuses.
  const isKnown = Object.hasOwn(auditKinds, action)
  useEffect(() => {
    if (action && !isKnown) onFilter({ action: undefined })
  }, [action, isKnown, onFilter])

  const download = useRef<HTMLButtonElement>(null)
  // 'Stop' disappears with the end of the download.
  const box = useFocusInBox(() => download.current)

  if (progress) {
    return (
      <div {...box} className="flex items-center gap-3 max-sm:w-full max-sm:justify-between">
        <p role="status" className="text-12h text-ink-2 tabular-nums">
          {`${progress.count} entries${progress.isWaiting ? '; the server asked to wait' : ''}…`}
        </p>
        <Button look="secondary" autoFocus onClick={stop}>
          Stop
        </Button>
      </div>
    )
  }
  return (
    <div {...box} className="flex min-w-0 items-center gap-2.5 max-sm:w-full">
      <FilterField
        ref={field}
        aria-label="Filter the audit log"
        value={typed}
        maxLength={200}
        onType={setTyped}
      />
      {/* The select lies invisibly over what looks like a button. */}
      <span
        className={buttonClasses(
          { look: 'secondary' },
          'shrink-0 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus max-md:w-(--control) max-md:px-0',
        )}
      >
        <ListFilter className={`size-4 shrink-0 ${isKnown ? 'text-accent' : ''}`} />
        <span aria-hidden="true" className="max-md:hidden">
          {isKnown ? auditKinds[action as AuditAction][0] : 'All actions'}
        </span>
        <select
          aria-label="Kind of action"
          value={action}
          onChange={(event) => onFilter({ action: event.target.value || undefined })}
          className="absolute inset-0 cursor-pointer bg-surface text-16 opacity-0"
        >
          <option value="">All actions</option>
          {Object.entries(auditGroups).map(([group, kinds]) => (
            <optgroup key={group} label={group}>
              {Object.entries(kinds).map(([name, [label]]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </span>
      <DownloadButton ref={download} disabled={!hasEntries} onClick={() => void start()} />
    </div>
  )
}
