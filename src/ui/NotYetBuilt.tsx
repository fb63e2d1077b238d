import { Hammer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from './Card'
import { EmptyState } from './EmptyState'

/** Stands in for a screen that a later version brings, and says so. */
export function NotYetBuilt({ what, action }: { what: string; action?: ReactNode }) {
  return (
    <Card>
      <EmptyState
        icon={Hammer}
        title={`${what} is not built yet`}
        text="It comes with one of the next versions."
        action={action}
      />
    </Card>
  )
}
