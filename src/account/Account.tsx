import type { Profile } from '../../contract/profile'
import { settings } from '../settings'
import { DataCard } from './DataCard'
import PasskeysCard from './PasskeysCard'
import { PasswordCard } from './PasswordCard'
import SecondFactorCard from './SecondFactorCard'
import { SessionsCard } from './SessionsCard'

/** A user's actions on their own account: the cards below the profile's form. */
export default function Account({ profile }: { profile: Profile | undefined }) {
  return (
    <>
      <PasswordCard email={profile?.email} />
      <PasskeysCard email={profile?.email} />
      {settings.hasTwoFactor && <SecondFactorCard email={profile?.email} />}
      <SessionsCard />
      <DataCard profile={profile} />
    </>
  )
}
