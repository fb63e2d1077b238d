import type { ComponentProps } from 'react'
import { useFetchedProfile } from '../profile/queries'
import { PasswordField } from '../ui/forms/PasswordField'

type AccountPasswordProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete'>

/** The current password of the account that is signed in. */
export function AccountPassword(props: AccountPasswordProps) {
  // It tells password managers whose password it is.
  const email = useFetchedProfile()?.email
  return (
    <>
      <input type="text" autoComplete="username" defaultValue={email} hidden />
      <PasswordField {...props} autoComplete="current-password" />
    </>
  )
}
