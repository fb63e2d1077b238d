import { ProfileCards } from './ProfileCards'
import { ProfileForm, ProfileFormSkeleton } from './ProfileForm'
import { WithProfile } from './WithProfile'

/** The page 'Profile Settings'. */
export function ProfileScreen() {
  return (
    <WithProfile
      loading={<ProfileLoading />}
      // The note is near the top of the form, whose placeholder is at least 26rem high, because the cards above have
      // headings.
      notePlace="top-[calc(100%-21rem)]"
      explanation="We couldn’t load your settings."
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

function ProfileLoading() {
  return (
    <div className="grid gap-6">
      <ProfileCards profile={undefined} />
      <ProfileFormSkeleton />
    </div>
  )
}
