import { settings } from '../settings'
import { DataCard } from './DataCard'
import PasskeysCard from './PasskeysCard'
import { PasswordCard } from './PasswordCard'
import SecondFactorCard from './SecondFactorCard'
import { SessionsCard } from './SessionsCard'

/** A user's actions on their own account: the cards below the profile's form. */
export default function Account() {
  return (
    <>
      <PasswordCard />
      <PasskeysCard />
      {settings.hasTwoFactor && <SecondFactorCard />}
      <SessionsCard />
      <DataCard />
    </>
  )
}
