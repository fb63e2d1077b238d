import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../profile/queries'
import { PasswordCard } from './PasswordCard'

/** What everybody may do about their own account: the cards below the profile's form. */
export function Account() {
  const { data: profile } = useQuery(profileQuery)
  return <PasswordCard email={profile?.email} />
}
