import { Card } from '../ui/Card'
import { LoadingText } from '../ui/LoadingText'
import { Skeleton } from '../ui/Skeleton'
import { ProfileCards } from './ProfileCards'
import { ProfileForm } from './ProfileForm'
import { WithProfile } from './WithProfile'

/** Profile Settings: what is known, and the form that changes it. */
export function ProfileScreen() {
  return (
    <WithProfile
      loading={<ProfileLoading />}
      explanation="It could not be loaded. Your settings show here as soon as it is."
    >
      {(profile) => (
        <div className="grid gap-6">
          <ProfileCards profile={profile} />
          <ProfileForm profile={profile} />
        </div>
      )}
    </WithProfile>
  )
}

/** The shape of the page, while the profile loads. */
export function ProfileLoading() {
  return (
    <div className="grid gap-6">
      <ProfileCards profile={undefined} />
      <FormSkeleton />
    </div>
  )
}

function FormSkeleton() {
  return (
    <Card>
      <LoadingText unseen>Loading your profile…</LoadingText>
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
