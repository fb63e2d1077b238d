import { TextField } from '../ui/forms/TextField'

interface EmailFieldProps {
  /** `username` for signing in, also by passkey. `email` for a new address. */
  autoComplete: 'username' | 'username webauthn' | 'email'
  defaultValue?: string | undefined
  hint?: string | undefined
  keptAs?: string | undefined
}

/** The name under which screens share the address to sign in with. */
export const accountAddress = 'account address'

export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      {...props}
      label="Email"
      name="email"
      type="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
