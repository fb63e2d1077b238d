import type { RefObject } from 'react'
import { Checkbox } from '../ui/forms/Checkbox'
import { CodeStep } from '../ui/forms/CodeStep'
import { PasswordField } from '../ui/forms/PasswordField'
import { accountAddress, EmailField } from './EmailField'

interface CredentialFieldsProps {
  /** The checkbox 'Keep me logged in'. */
  keep: RefObject<HTMLInputElement | null>
  /** Whether the password was right and a code is missing. */
  needsCode: boolean
}

/** The fields to sign in with. */
export function CredentialFields({ keep, needsCode }: CredentialFieldsProps) {
  return (
    <>
      <EmailField autoComplete="username webauthn" keptAs={accountAddress} />
      <PasswordField label="Password" name="password" autoComplete="current-password" />
      <Checkbox ref={keep} label="Keep me logged in" name="keep" keptAs="keep" defaultChecked />
      <CodeStep isNeeded={needsCode} />
    </>
  )
}
