import type { ReactNode } from 'react'
import PasskeysCard from '../passkeys/PasskeysCard'
import { settings } from '../settings'
import { DataCard } from './DataCard'
import { PasswordCard } from './PasswordCard'
import SecondFactorCard from './SecondFactorCard'
import { SessionsCard } from './SessionsCard'

/**
 * A user's actions on their own account: the cards below the profile's form.
 * @param props.children cards of other features, before what concerns the whole account.
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
