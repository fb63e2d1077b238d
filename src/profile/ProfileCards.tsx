import type { Profile } from '../../contract/profile'
import { Card, CardHead } from '../ui/Card'
import { OrganisationFacts, ProfileFacts } from './ProfileFacts'

/** The cards of the specification's Dashboard page about the user and the organisation. */
export function ProfileCards({ profile }: { profile: Profile }) {
  return (
    <div className="grid gap-4 sm:gap-5 lg:grid-cols-2">
      <Card isFlush>
        <CardHead title="Profile Information" />
        <div className="px-4 pb-4 sm:px-6 sm:pb-6">
          <ProfileFacts profile={profile} columns={2} />
        </div>
      </Card>
      <Card isFlush>
        <CardHead title="Organization Information" />
        <div className="px-4 pb-4 sm:px-6 sm:pb-6">
          <OrganisationFacts organisation={profile.organization} columns={1} />
        </div>
      </Card>
    </div>
  )
}
