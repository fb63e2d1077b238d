import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronDown, ScrollText } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { AuditLog as Answer, AuditEntry } from '../../contract/audit-log'
import type { RequestOf } from '../../contract/calls'
import { call } from '../api/call'
import { useRetryableQuery } from '../lib/use-retryable-query'
import { profileQuery } from '../profile/queries'
import { Spinner } from '../ui/Spinner'
import { TableCard } from '../ui/table/TableCard'
import { AuditTools } from './AuditTools'
import { auditColumns, auditLook } from './audit-columns'
import { type AuditFilter, auditQuery } from './queries'

interface AuditLogProps {
  filter: AuditFilter
  onFilter: (changes: AuditFilter) => void
}

const entryId = (entry: AuditEntry) => entry.entry_id

/** The organisation's audit log, the newest entries first. */
export function AuditLog({ filter, onFilter }: AuditLogProps) {
  const { data: profile } = useQuery(profileQuery)
  const [older, setOlder] = useState<{ than: Answer | undefined; pages: Answer[] }>({
    than: undefined,
    pages: [],
  })
  const newest = useRetryableQuery({
    ...auditQuery(filter),
    // Older entries already shown would no longer be contiguous.
    refetchOnWindowFocus: older.pages.length === 0,
  })
  const { data: first } = newest
  const pages = useMemo(() => {
    const following = older.than === first ? older.pages : []
    return first && [first, ...following]
  }, [first, older])
  const entries = useMemo(() => pages?.flatMap(({ data }) => data), [pages])
  const next = pages?.at(-1)?.next ?? null
  const { mutate, isPending, isError } = useMutation({
    mutationFn: (before: string) =>
      call('getAuditLog', { ...filter, before } as RequestOf<'getAuditLog'>),
    onSuccess: (page) => setOlder({ than: first, pages: [...(pages?.slice(1) ?? []), page] }),
  })
  const isFiltered = Boolean(filter.text || filter.action)
  const organisation = profile?.organization.name

  return (
    <TableCard
      title="Who did what"
      text={`${organisation ? `In ${organisation}, for` : 'For'} the last 400 days`}
      query={{ data: entries, isPending: newest.isPending, retry: newest.retry }}
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
          hasEntries={entries !== undefined && entries.length > 0}
        />
      }
      rowId={entryId}
      look={auditLook}
      foot={
        <Foot
          hasOlder={next !== null}
          isFirst={pages?.length === 1}
          isPending={isPending}
          isError={isError}
          onShow={() => next !== null && !isPending && mutate(next)}
        />
      }
    />
  )
}

interface FootProps {
  hasOlder: boolean
  /** No older entries are shown yet. */
  isFirst: boolean
  isPending: boolean
  isError: boolean
  onShow: () => void
}

function Foot({ hasOlder, isFirst, isPending, isError, onShow }: FootProps) {
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The last pressed button is gone.
    if (!hasOlder && document.activeElement === document.body) end.current?.focus()
  }, [hasOlder])
  if (!hasOlder && isFirst) return null
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
