import type { ReactNode } from 'react'
import PasskeysCard from '../passkeys/PasskeysCard'
import { settings } from '../settings'
import { DataCard } from './DataCard'
import { PasswordCard } from './PasswordCard'
import SecondFactorCard from './SecondFactorCard'
import { SessionsCard } from './SessionsCard'

/**
 * The cards below the profile's form, for actions on the user's own account.
 * @param props.children cards of other features, shown above those about the whole account.
 */
export default function Account({ children }: { children: ReactNode }) {
  return (
    <>
      <PasswordCard />
      <PasskeysCard />
      {settings.hasTwoFactor && <SecondFactorCard />}
      <SessionsCard />
      {children}
      <DataCard />
    </>
  )
}
