import PasskeysCard from '../passkeys/PasskeysCard'
import { settings } from '../settings'
import { Sections } from '../ui/cards/Section'
import { PasswordCard } from './PasswordCard'
import SecondFactorCard from './SecondFactorCard'

/** The tab 'Security' of the profile. */
export default function Security() {
  return (
    <Sections>
      <PasswordCard />
      <PasskeysCard />
      {settings.hasTwoFactor && <SecondFactorCard />}
    </Sections>
  )
}
