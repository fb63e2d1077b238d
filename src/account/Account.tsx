import type { Extension } from '../../contract/extension-names'
import type { Profile } from '../../contract/profile'
import { settings } from '../settings'
import { DataCard } from './DataCard'
import { PasswordCard } from './PasswordCard'
import { SecondFactorCard } from './SecondFactorCard'
import { SessionsCard } from './SessionsCard'

/** A user's actions on their own account: the cards below the profile's form. */
export function Account({ profile }: { profile: Profile | undefined }) {
  const has = (name: Extension) => settings.extensions.includes(name)
  return (
    <>
      {has('account') && <PasswordCard email={profile?.email} />}
      {has('two-factor') && <SecondFactorCard email={profile?.email} />}
      {has('account') && <SessionsCard />}
      {has('account') && <DataCard profile={profile} />}
    </>
  )
}
