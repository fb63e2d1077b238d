import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button'
import { Card } from './Card'
import { EmptyState } from './EmptyState'

interface QueryViewProps<Data> {
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

/** The three states of something asked for: on its way, not to be had, there. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, loading, failure, frame = inCard, children } = props
  if (query.isPending) return loading
  if (query.data !== undefined) return children(query.data)
  return frame(
    <EmptyState
      alert
      icon={CircleAlert}
      {...failure}
      action={<Button onClick={() => void query.refetch()}>Try again</Button>}
    />,
  )
}

function inCard(failure: ReactNode) {
  return <Card>{failure}</Card>
}
