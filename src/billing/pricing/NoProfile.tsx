import { CircleAlert } from 'lucide-react'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'

/** Stands where a subscription would show, had the profile that tells of it been there (D29). */
export function NoProfile({ onTryAgain }: { onTryAgain: () => void }) {
  return (
    <Card>
      <EmptyState
        alert
        icon={CircleAlert}
        title="No profile data available."
        text="Your plan belongs to your profile, which could not be loaded."
        action={<Button onClick={onTryAgain}>Try again</Button>}
      />
    </Card>
  )
}
