import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronDown, ScrollText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { AuditEntry, AuditLog as AuditPage } from '../../contract/audit-log'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { profileQuery } from '../profile/queries'
import { Button } from '../ui/Button'
import { Spinner } from '../ui/Spinner'
import { TableCard } from '../ui/table/TableCard'
import { useAnnouncement } from '../ui/use-announcement'
import { AuditTools } from './AuditTools'
import { auditColumns, auditLook } from './audit-columns'
import { olderMutation } from './mutations'
import { type AuditFilter, auditQuery } from './queries'

interface AuditLogProps {
  filter: AuditFilter
  onFilter: (changes: AuditFilter) => void
}

const entryId = (entry: AuditEntry) => entry.entry_id

/** The organisation's audit log, the newest entries first. */
export function AuditLog({ filter, onFilter }: AuditLogProps) {
  const { data: profile } = useQuery(profileQuery)
  const { data: log, isPending: isLoading, retry } = useRetryableQuery(auditQuery(filter))
  const next = log?.next ?? null
  const { isPlaceholderData } = useQuery(auditQuery(filter))
  const { mutate, isPending, isError } = useMutation(olderMutation)
  const [announcement, say] = useAnnouncement(
    log && !isPlaceholderData ? JSON.stringify(filter) : null,
    log ? countText(log) : '',
  )
  const field = useRef<HTMLInputElement>(null)
  const isFiltered = Boolean(filter.text || filter.action)
  const organisation = profile?.organization.name

  function showOlder() {
    if (next === null || isPending) return
    const onSuccess = ({ data }: AuditPage) => say(countOf(data, 'older '))
    mutate({ filter, before: next }, { onSuccess })
  }

  function clearFilters() {
    onFilter({ text: undefined, action: undefined })
    // The pressed button goes.
    field.current?.focus()
  }

  return (
    <TableCard
      title="Who did what"
      text={`${organisation ? `In ${organisation}, for` : 'For'} the last 400 days`}
      query={{ data: log?.data, isPending: isLoading, retry }}
      failure="The audit log could not be loaded"
      empty={
        isFiltered
          ? {
              icon: ScrollText,
              title: 'Nothing matches',
              text: 'Try other words or all actions.',
              action: (
                <Button look="secondary" onClick={clearFilters}>
                  Clear filters
                </Button>
              ),
            }
          : {
              icon: ScrollText,
              title: 'Nothing here yet',
              text: 'What people do in your organisation is listed here.',
            }
      }
      columns={auditColumns}
      csv={null}
      tools={
        <>
          {announcement}
          <AuditTools
            field={field}
            filter={filter}
            onFilter={onFilter}
            hasEntries={log !== undefined && log.data.length > 0}
          />
        </>
      }
      rowId={entryId}
      look={auditLook}
      foot={
        <Foot
          hasOlder={next !== null}
          hasShownOlder={log?.hasShownOlder ?? false}
          isPending={isPending}
          isError={isError}
          onShow={showOlder}
        />
      }
    />
  )
}

function countOf({ length }: readonly AuditEntry[], kind = ''): string {
  return length === 1 ? `1 ${kind}entry` : `${length} ${kind}entries`
}

/** How much matches a filter, as far as it is known. */
function countText({ data, next }: AuditPage): string {
  if (data.length === 0) return 'Nothing matches'
  return next === null ? countOf(data) : `The newest ${countOf(data)}`
}

interface FootProps {
  hasOlder: boolean
  hasShownOlder: boolean
  isPending: boolean
  isError: boolean
  onShow: () => void
}

function Foot({ hasOlder, hasShownOlder, isPending, isError, onShow }: FootProps) {
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The last pressed button is gone. The reader goes on where the new entries begin.
    if (!hasOlder && document.activeElement === document.body) {
      end.current?.focus({ preventScroll: true })
    }
  }, [hasOlder])
  if (!hasOlder && !hasShownOlder) return null
  return (
    <div className="flex min-h-15 flex-wrap items-center justify-center gap-x-3 border-t border-line px-4 py-2 text-14 text-ink-2 print:hidden">
      {hasOlder ? (
        <>
          <p role="alert">{isError && !isPending && 'Older entries could not be loaded.'}</p>
          <button
            type="button"
            aria-disabled={isPending || undefined}
            aria-busy={isPending || undefined}
            onClick={onShow}
            className="inline-flex min-h-9 items-center gap-2 rounded-control px-3 font-semibold hover:bg-sunken hover:text-ink active:bg-line pointer-coarse:min-h-11 dark:hover:bg-raised"
          >
            {isError && !isPending ? 'Try again' : 'Show older'}
            {isPending ? <Spinner /> : <ChevronDown className="size-4" aria-hidden="true" />}
          </button>
        </>
      ) : (
        <p ref={end} tabIndex={-1} className="outline-none">
          That is all there is.
        </p>
      )}
    </div>
  )
}
