import { CircleAlert } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { RetryableQuery } from '../lib/use-retryable-query'
import { Button } from './Button'
import { Card } from './Card'
import { EmptyState } from './EmptyState'

export interface QueryViewProps<Data> {
  /** What `useRetryableQuery` gave. */
  query: RetryableQuery<Data>
  /** Shows until there is an answer. */
  loading: ReactNode
  /** What to say where there is none. */
  failure: { title: string; text: string }
  /** Where, by its class, the middle of the note stands that an answer is late: over no text. */
  notePlace?: string
  /** What stands around the failure; a card of its own unless told. */
  frame?: (failure: ReactNode) => ReactNode
  /** Shows the answer: also an old one, when asking for a newer one has failed. */
  children: (data: Data) => ReactNode
}

/**
 * The three states of something asked for: on its way, not to be had, there. Who has asked for it
 * again is taken along from one to the next.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, loading, notePlace, failure, frame = inCard, children } = props
  const state = query.isPending ? 'loading' : query.data === undefined ? 'failed' : 'there'
  /** Where the button stood that was pressed, until there is an answer or the user moves on. */
  const place = useRef<Place>(null)
  useLayoutEffect(() => {
    if (!place.current) return
    // What had the focus is gone.
    if (document.activeElement === document.body) focusWhatStandsAt(place.current, state)
    else place.current = null
    if (state === 'there') place.current = null
  }, [state])

  if (query.isPending) {
    return (
      <Waiting place={place} notePlace={notePlace} onTryAgain={query.retry}>
        {loading}
      </Waiting>
    )
  }
  if (query.data !== undefined) return children(query.data)
  return frame(
    <EmptyState
      alert
      icon={CircleAlert}
      {...failure}
      action={<TryAgain place={place} onClick={() => void query.retry()} />}
    />,
  )
}

function inCard(failure: ReactNode) {
  return <Card>{failure}</Card>
}

/** How long an answer may take before that is said, in ms (D58). */
const lateAfter = 10_000

interface WaitingProps {
  place: RefObject<Place | null>
  notePlace: string | undefined
  onTryAgain: () => Promise<unknown>
  children: ReactNode
}

/** What shows until there is an answer; above it, where that is late, a note and a way to ask again. */
function Waiting({
  place,
  notePlace = 'top-[min(50%,18rem)]',
  onTryAgain,
  children,
}: WaitingProps) {
  const [state, setState] = useState<'usual' | 'late' | 'trying'>('usual')
  useEffect(() => {
    if (state === 'late') return
    // A further try may be late as well.
    const timer = setTimeout(() => setState('late'), lateAfter)
    return () => clearTimeout(timer)
  }, [state])
  const isLate = state !== 'usual'

  function tryAgain() {
    setState('trying')
    void onTryAgain().then(() => setState('late'))
  }

  return (
    <div data-waiting className="relative">
      {children}
      {/* Over what holds the place of the answer, so that nothing moves. */}
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
          {/* There from the start, so that what appears in it is announced. */}
          <p role="status">{isLate && 'This is taking longer than usual.'}</p>
          {isLate && (
            <TryAgain place={place} look="secondary" busy={state === 'trying'} onClick={tryAgain} />
          )}
        </div>
      </div>
    </div>
  )
}

interface TryAgainProps extends Pick<ComponentProps<typeof Button>, 'look' | 'busy'> {
  /** Told where the button stood, when it goes with the focus on it. */
  place: RefObject<Place | null>
  onClick: () => void
}

function TryAgain({ place, ...button }: TryAgainProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    // Runs before it is taken out of the page.
    return () => {
      place.current = element && element === document.activeElement ? placeOf(element) : null
    }
  }, [place])
  return (
    <Button ref={ref} {...button}>
      Try again
    </Button>
  )
}

interface Place {
  parent: Element
  index: number
}

/** @returns where the card, or what is waited for, that `element` is in stands among its neighbours. */
function placeOf(element: Element): Place | null {
  const card = element.closest('section, [data-waiting]')
  const parent = card?.parentElement
  return card && parent ? { parent, index: [...parent.children].indexOf(card) } : null
}

/** Focuses what can be pressed again, or what has come: its heading, where it has one. */
function focusWhatStandsAt({ parent, index }: Place, state: 'loading' | 'failed' | 'there'): void {
  const arrived = parent.children[index]
  const target =
    arrived?.querySelector<HTMLElement>(state === 'failed' ? 'button' : 'h2') ?? arrived
  if (!(target instanceof HTMLElement)) return
  if (state !== 'failed') target.tabIndex = -1
  target.focus()
}
