import { CircleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Button } from './Button'
import { Card } from './Card'
import { EmptyState } from './EmptyState'

export interface QueryViewProps<Data> {
  /** What `useQuery` gave. */
  query: { data: Data | undefined; isPending: boolean; refetch: () => unknown }
  /** Shows until there is an answer. */
  loading: ReactNode
  /** What to say where there is none. */
  failure: { title: string; text: string }
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
  const { query, loading, failure, frame = inCard, children } = props
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

  if (query.isPending) return loading
  if (query.data !== undefined) return children(query.data)
  return frame(
    <EmptyState
      alert
      icon={CircleAlert}
      {...failure}
      action={<TryAgain place={place} onClick={() => void query.refetch()} />}
    />,
  )
}

function inCard(failure: ReactNode) {
  return <Card>{failure}</Card>
}

interface TryAgainProps {
  /** Told where the button stood, when it goes with the focus on it. */
  place: RefObject<Place | null>
  onClick: () => void
}

function TryAgain({ place, onClick }: TryAgainProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = ref.current
    // Runs before it is taken out of the page.
    return () => {
      place.current = element && element === document.activeElement ? placeOf(element) : null
    }
  }, [place])
  return (
    <Button ref={ref} onClick={onClick}>
      Try again
    </Button>
  )
}

interface Place {
  parent: Element
  index: number
}

/** @returns where the card that `element` is in stands among its neighbours. */
function placeOf(element: Element): Place | null {
  const card = element.closest('section')
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
