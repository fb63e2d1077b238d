import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDown, ScrollText } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { AuditEntry } from '../../contract/audit-log'
import { useRetry } from '../lib/use-retryable-query'
import { profileQuery } from '../profile/queries'
import { Button } from '../ui/Button'
import { useFocusInBox } from '../ui/focus'
import { TableCard } from '../ui/table/TableCard'
import { useAnnouncement } from '../ui/use-announcement'
import { AuditTools, type AuditToolsProps } from './AuditTools'
import { auditColumns, auditLayout } from './audit-columns'
import { auditQuery } from './queries'

export function AuditLog({ filter, onFilter }: Pick<AuditToolsProps, 'filter' | 'onFilter'>) {
  const { data: profile } = useQuery(profileQuery)
  const query = auditQuery(filter)
  const {
    data: log,
    isPending,
    isPlaceholderData,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
  } = useInfiniteQuery(query)
  const retry = useRetry(query.queryKey, refetch)
  const entries = useMemo(() => log?.pages.flatMap(({ data }) => data), [log])
  const [announcement, say] = useAnnouncement(
    entries && !isPlaceholderData ? JSON.stringify(filter) : null,
    entries ? countText(entries, hasNextPage) : '',
  )
  const field = useRef<HTMLInputElement>(null)
  const isFiltered = Boolean(filter.text || filter.action)
  const hasFailed = isFetchNextPageError && !isFetchingNextPage
  const organisation = profile?.organization.name

  async function showOlder() {
    if (isFetchingNextPage) return
    const { data: shown, isSuccess } = await fetchNextPage()
    if (isSuccess) say(countOf(shown.pages.at(-1)?.data ?? [], 'older '))
  }

  function clearFilters() {
    onFilter({ text: undefined, action: undefined })
    // The clicked button disappears.
    field.current?.focus()
  }

  return (
    <TableCard
      title="Activity"
      text={`${organisation ? `In ${organisation}, for` : 'For'} the last 400 days`}
      query={{ data: entries, isPending, retry }}
      failure="The audit log could not be loaded"
      empty={{
        icon: ScrollText,
        title: isFiltered ? 'Nothing matches' : 'Nothing here yet',
        text: isFiltered
          ? 'Try another word, or show all actions.'
          : 'What people do in your organisation is listed here.',
        action: isFiltered && (
          <Button look="secondary" onClick={clearFilters}>
            Clear filters
          </Button>
        ),
      }}
      columns={auditColumns}
      csv={null}
      tools={
        <>
          {announcement}
          <AuditTools
            field={field}
            filter={filter}
            onFilter={onFilter}
            hasEntries={entries !== undefined && entries.length > 0}
          />
        </>
      }
      rowId={({ entry_id }) => entry_id}
      layout={auditLayout}
      foot={
        (hasNextPage || (log !== undefined && log.pages.length > 1)) && (
          <OlderEntries
            hasNextPage={hasNextPage}
            isFetching={isFetchingNextPage}
            hasFailed={hasFailed}
            onShow={() => void showOlder()}
          />
        )
      }
    />
  )
}

interface OlderEntriesProps {
  hasNextPage: boolean
  isFetching: boolean
  hasFailed: boolean
  onShow: () => void
}

/** The foot of the table: the button for older entries or, once all are shown, a text, which takes over the focus. */
function OlderEntries({ hasNextPage, isFetching, hasFailed, onShow }: OlderEntriesProps) {
  const end = useRef<HTMLParagraphElement>(null)
  const box = useFocusInBox(() => end.current)
  return (
    <div
      {...box}
      className="flex min-h-13 flex-wrap items-center justify-center gap-x-3 border-t border-line px-4 py-1.5 text-14 text-ink-2 print:hidden"
    >
      {hasNextPage ? (
        <>
          <p role="alert">{hasFailed && 'Older entries could not be loaded.'}</p>
          <Button look="quiet" busy={isFetching} onClick={onShow}>
            {!isFetching && <ChevronDown className="size-4" />}
            <span>{hasFailed ? 'Try again' : 'Show older'}</span>
          </Button>
        </>
      ) : (
        <p ref={end} tabIndex={-1} className="outline-none">
          That is all there is.
        </p>
      )}
    </div>
  )
}

function countOf({ length }: readonly AuditEntry[], kind = ''): string {
  return length === 1 ? `1 ${kind}entry` : `${length} ${kind}entries`
}

/** Returns the number of entries that match a filter, as far as it is known. */
function countText(entries: readonly AuditEntry[], hasOlder: boolean): string {
  if (entries.length === 0) return 'Nothing matches'
  return hasOlder ? `The newest ${countOf(entries)}` : countOf(entries)
}
