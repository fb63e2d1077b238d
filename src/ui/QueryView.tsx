import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { RetryableQuery } from '../lib/use-retryable-query'
import { Button } from './Button'
import { Card } from './Card'
import { EmptyState } from './EmptyState'
import { useFocusInBox } from './focus'

export interface QueryViewProps<Data> {
  query: RetryableQuery<Data>
  /** The content until the first answer. */
  loading: ReactNode
  failure: string
  /** The text of the failure. By default it says to check the connection. */
  failureText?: string
  /** The class that positions the note about a late answer, where it covers no text. */
  notePlace?: string
  /** Renders the container of the failure, by default a card. */
  frame?: (failure: ReactNode) => ReactNode
  /** Renders the data, even stale data after a failed refetch. */
  children: (data: Data) => ReactNode
}

/** Shows a query as loading, failed or loaded. After 'Try again' the heading of the new content gets the focus. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, loading, notePlace, failure, children } = props
  const { frame = (content: ReactNode) => <Card isFlush>{content}</Card> } = props
  const { failureText = 'Please check your connection and try again.' } = props
  const box = useFocusInBox(undefined, !query.isPending)

  function content(): ReactNode {
    if (query.isPending) {
      return (
        <Waiting notePlace={notePlace} onTryAgain={query.retry}>
          {loading}
        </Waiting>
      )
    }
    if (query.data !== undefined) return children(query.data)
    return frame(
      <EmptyState
        alert
        icon={X}
        title={failure}
        text={failureText}
        action={
          <Button look="secondary" onClick={() => void query.retry()}>
            Try again
          </Button>
        }
      />,
    )
  }
  return <div {...box}>{content()}</div>
}

/** Milliseconds after which an answer counts as late. */
const lateAfter = 10_000

interface WaitingProps {
  notePlace: string | undefined
  onTryAgain: () => Promise<unknown>
  children: ReactNode
}

/** The loading state. Once the answer is late, a note and 'Try again' are above it. */
function Waiting({ notePlace = 'top-[min(50%,18rem)]', onTryAgain, children }: WaitingProps) {
  const [state, setState] = useState<'usual' | 'late' | 'trying'>('usual')
  useEffect(() => {
    if (state === 'late') return
    // A retry may be late, too.
    const timer = setTimeout(() => setState('late'), lateAfter)
    return () => clearTimeout(timer)
  }, [state])
  const isLate = state !== 'usual'

  function tryAgain() {
    setState('trying')
    void onTryAgain()
  }

  return (
    <div data-waiting className="relative">
      {children}
      {/* Covers the skeleton, so that nothing moves. */}
      <div
        className={`pointer-events-none absolute inset-x-0 z-1 flex -translate-y-1/2 justify-center px-4 ${notePlace}`}
      >
        <div
          className={
            isLate
              ? 'pointer-events-auto flex flex-wrap items-center justify-center gap-x-5 gap-y-3 rounded-card border border-line bg-raised px-5 py-4 text-14 font-medium text-ink shadow-card transition-opacity starting:opacity-0'
              : ''
          }
        >
          {/* Rendered from the start, so that changes are announced. */}
          <p role="status">{isLate && 'This is taking longer than usual.'}</p>
          {isLate && (
            <Button look="secondary" busy={state === 'trying'} onClick={tryAgain}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
