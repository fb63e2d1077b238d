import { useQuery } from '@tanstack/react-query'
import PasskeysCard from '../passkeys/PasskeysCard'
import { passkeysQuery } from '../passkeys/queries'
import { settings } from '../settings'
import { Sections } from '../ui/cards/Section'
import { PasswordCard } from './PasswordCard'
import SecondFactorCard from './SecondFactorCard'

/** The tab 'Security' of the profile. */
export default function Security() {
  const { isPending } = useQuery(passkeysQuery)
  return (
    <Sections>
      <PasswordCard />
      <PasskeysCard />
      {/* Shown once the list above it is as long as it stays. */}
      {settings.hasTwoFactor && !isPending && <SecondFactorCard />}
    </Sections>
  )
}
