import type { Profile } from '../../contract/profile'
import { Card } from '../ui/Card'
import { OrganisationFacts, ProfileFacts } from './ProfileFacts'

/** The cards of the specification's Dashboard page about the user and the organisation. */
export function ProfileCards({ profile }: { profile: Profile }) {
  return (
    <div className="grid gap-4 sm:gap-5 lg:grid-cols-2">
      <Card title="Profile Information">
        <ProfileFacts profile={profile} columns={2} />
      </Card>
      <Card title="Organization Information">
        <OrganisationFacts organisation={profile.organization} columns={1} />
      </Card>
    </div>
  )
}
