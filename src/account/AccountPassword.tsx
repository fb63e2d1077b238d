import type { ComponentProps } from 'react'
import { useFetchedProfile } from '../profile/queries'
import { PasswordField } from '../ui/forms/PasswordField'

type AccountPasswordProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete'>

/** The field for the current password of the signed-in user. */
export function AccountPassword(props: AccountPasswordProps) {
  // Tells password managers the account.
  const email = useFetchedProfile()?.email
  return (
    <>
      <input type="text" autoComplete="username" defaultValue={email} hidden />
      <PasswordField {...props} autoComplete="current-password" />
    </>
  )
}
