import type { ComponentProps } from 'react'
import { PasswordField } from '../ui/forms/PasswordField'

interface AccountPasswordProps
  extends Pick<ComponentProps<typeof PasswordField>, 'label' | 'name' | 'hint'> {
  /** The account's address: it tells password managers whose password it is. */
  email: string | undefined
}

/** The current password of the account that is signed in. */
export function AccountPassword({ email, ...field }: AccountPasswordProps) {
  return (
    <>
      <input type="text" autoComplete="username" defaultValue={email} hidden />
      <PasswordField {...field} autoComplete="current-password" />
    </>
  )
}
