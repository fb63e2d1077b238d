import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { Button } from '../ui/Button'
import { Card } from '../ui/Card'
import { EmptyState } from '../ui/EmptyState'
import { Skeleton } from '../ui/Skeleton'
import { ProfileCards } from './ProfileCards'
import { ProfileForm } from './ProfileForm'
import { profileQuery } from './queries'

/** Profile Settings: what is known, and the form that changes it. */
export function ProfileScreen() {
  const { data: profile, isPending, refetch } = useQuery(profileQuery)
  if (!isPending && !profile) {
    return (
      <Card>
        <EmptyState
          alert
          icon={CircleAlert}
          title="No profile data available."
          text="It could not be loaded. Your settings show here as soon as it is."
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      </Card>
    )
  }
  return (
    <div className="grid gap-6">
      <ProfileCards profile={profile} />
      {profile ? <ProfileForm profile={profile} /> : <Loading />}
    </div>
  )
}

/** The shape of the form. */
function Loading() {
  return (
    <Card>
      <p role="status" className="sr-only">
        Loading your profile…
      </p>
      <div className="flex flex-col">
        <Skeleton className="my-1 h-4.5 w-36" />
        <Skeleton className="mt-2 mb-6 h-3 w-72 max-w-full" />
      </div>
      <div className="max-w-xl space-y-5">
        {['Full Name', 'Email', 'Contact Number'].map((name) => (
          <div key={name} className="flex flex-col">
            <Skeleton className="mt-0.75 mb-2.25 h-3 w-20" />
            <Skeleton className="h-11 rounded-control" />
          </div>
        ))}
        <Skeleton className="h-11 w-36 rounded-control" />
      </div>
    </Card>
  )
}
