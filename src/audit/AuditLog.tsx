import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronDown, ScrollText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { AuditEntry } from '../../contract/audit-log'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { profileQuery } from '../profile/queries'
import { Spinner } from '../ui/Spinner'
import { TableCard } from '../ui/table/TableCard'
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
  const { mutate, isPending, isError } = useMutation(olderMutation)
  const isFiltered = Boolean(filter.text || filter.action)
  const organisation = profile?.organization.name

  return (
    <TableCard
      title="Who did what"
      text={`${organisation ? `In ${organisation}, for` : 'For'} the last 400 days`}
      query={{ data: log?.data, isPending: isLoading, retry }}
      failure="The audit log could not be loaded"
      empty={
        isFiltered
          ? { icon: ScrollText, title: 'Nothing matches', text: 'Try other words or all actions.' }
          : {
              icon: ScrollText,
              title: 'Nothing here yet',
              text: 'What people do in your organisation is listed here.',
            }
      }
      columns={auditColumns}
      csv={null}
      tools={
        <AuditTools
          filter={filter}
          onFilter={onFilter}
          hasEntries={log !== undefined && log.data.length > 0}
        />
      }
      rowId={entryId}
      look={auditLook}
      foot={
        <Foot
          hasOlder={next !== null}
          hasShownOlder={log?.hasShownOlder ?? false}
          isPending={isPending}
          isError={isError}
          onShow={() => next !== null && !isPending && mutate({ filter, before: next })}
        />
      }
    />
  )
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
    // The last pressed button is gone.
    if (!hasOlder && document.activeElement === document.body) end.current?.focus()
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
